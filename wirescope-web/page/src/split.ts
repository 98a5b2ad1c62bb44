/** The lines between the panes, which the mouse and the arrow keys move. */

import { byId } from "./dom";

/** Percent that an arrow key moves. */
const STEP = 4;

export function listenForSplitters(): void {
  splitter("split-rows", "--rows", 45, (event, box) => (100 * (event.clientY - box.top)) / box.height, ["ArrowUp", "ArrowDown"]);
  splitter("split-columns", "--columns", 50, (event, box) => (100 * (event.clientX - box.left)) / box.width, ["ArrowLeft", "ArrowRight"]);
}

function splitter(
  id: string,
  property: string,
  start: number,
  at: (event: PointerEvent, box: DOMRect) => number,
  [less, more]: [string, string],
): void {
  const panes = byId("panes");
  const handle = byId(id);
  let value = start;
  const set = (percent: number) => {
    value = Math.max(15, Math.min(85, percent));
    panes.style.setProperty(property, `${value}%`);
    handle.setAttribute("aria-valuenow", String(Math.round(value)));
  };
  set(start);
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) set(at(event, panes.getBoundingClientRect()));
  });
  handle.addEventListener("keydown", (event) => {
    const step = event.key === less ? -STEP : event.key === more ? STEP : undefined;
    if (step === undefined) return;
    event.preventDefault();
    set(value + step);
  });
}
