/** The frames that the chosen one answers, and those that answer it. */

import type { Related } from "broker-codecs";
import { byId, make } from "./dom";
import { count } from "./summary";

/** Other frames that have a button. */
const MANY = 3;

export class RelatedFrames {
  /** A frame is to be gone to. */
  onGo: (frame: number) => void = () => {};

  readonly #element = byId("related");
  #frames: number[] = [];
  /** Where the key goes next. */
  #next = 0;

  /** Shows what is related to a frame. */
  show(related: readonly Related[]): void {
    // Several messages of a frame may be answered by one.
    const byFrame = new Map<number, Related[]>();
    for (const one of related) byFrame.set(one.frame, [...(byFrame.get(one.frame) ?? []), one]);
    this.#frames = [...byFrame.keys()];
    this.#next = 0;
    this.#element.replaceChildren(
      ...[...byFrame.values()].slice(0, MANY).map((pairs) => this.#button(pairs)),
      ...(byFrame.size > MANY ? [make("span", "", `and ${byFrame.size - MANY} more`)] : []),
    );
  }

  /** Goes to the first of them; false where there is none. */
  go(): boolean {
    const frame = this.#frames[this.#next];
    if (frame === undefined) return false;
    this.#next = (this.#next + 1) % this.#frames.length;
    this.onGo(frame);
    return true;
  }

  #button(pairs: readonly Related[]): HTMLElement {
    const [{ frame, kind, answers }] = pairs as [Related];
    const number = (frame + 1).toLocaleString("en");
    const what = answers ? `answers ${number}` : `answered by ${number}`;
    const button = make("button", "small", [what, span(pairs)].filter(Boolean).join(" · "));
    button.setAttribute("type", "button");
    button.dataset["frame"] = String(frame);
    button.title = `${kind}${pairs.length > 1 ? `, ${count(pairs.length, "message", "messages")}` : ""} (r)`;
    button.onclick = () => this.onGo(frame);
    return button;
  }
}

/** The latency, or the least and the greatest. */
function span(pairs: readonly Related[]): string {
  const latencies = pairs.flatMap(({ latency }) => (latency === undefined ? [] : [latency]));
  if (latencies.length === 0) return "";
  const [low, high] = [time(Math.min(...latencies)), time(Math.max(...latencies))];
  return low === high ? low : `${low} to ${high}`;
}

/** Seconds with a unit that suits them, as the command line has it. */
function time(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(3)} s`;
  if (seconds >= 1e-3) return `${(seconds * 1e3).toFixed(3)} ms`;
  return `${(seconds * 1e6).toFixed(1)} µs`;
}
