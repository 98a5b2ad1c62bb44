/** The list of frames. */

import { Mark } from "broker-codecs";
import type { Client } from "./client";
import { byId, isModified, make, moved } from "./dom";
import type { Frames } from "./frames";
import type { RowText } from "./messages";
import { VirtualList } from "./virtual";

/** Texts that are kept. */
const KEPT = 4000;

const COLUMNS = ["number", "conn", "time", "offset", "type", "length", "info"] as const;
const TITLES = ["#", "Connection", "Time", "Offset", "Type", "Length", ""];
const ROW = 24;

export class FrameList {
  /** A frame was chosen. */
  onSelect: (frame: number) => void = () => {};
  /** The chosen frame is no longer shown. */
  onHidden: () => void = () => {};
  /** Enter was pressed. */
  onEnter: () => void = () => {};

  readonly element = byId("list");
  readonly #client: Client;
  readonly #list: VirtualList;
  #frames: Frames;
  /** The frames that are shown, if not all. */
  #shown: Uint32Array | undefined;
  /** Row of the chosen frame. */
  #row = -1;
  #texts = new Map<number, RowText>();
  #asking = false;

  constructor(client: Client, frames: Frames) {
    this.#client = client;
    this.#frames = frames;
    this.#list = new VirtualList(this.element, ROW, {
      fill: (element, row) => this.#fill(element, row),
      shown: (first, end) => void this.#ask(first, end),
    });
    const head = byId("list-head");
    COLUMNS.forEach((name, at) => head.append(make("span", name, TITLES[at])));
    this.element.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>(".row")?.dataset["row"];
      if (row !== undefined) this.#choose(Number(row));
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The chosen frame. */
  get selected(): number | undefined {
    return this.#row < 0 ? undefined : this.#frameOf(this.#row);
  }

  /** How many frames are shown. */
  get count(): number {
    return this.#shown?.length ?? this.#frames.length;
  }

  /** Shows the frames of another capture. */
  open(frames: Frames): void {
    this.#frames = frames;
    this.#shown = undefined;
    this.#row = -1;
    this.#texts.clear();
    this.#list.rewind();
    this.update();
  }

  /** Shows some frames, or all. */
  show(frames: Uint32Array | undefined): void {
    const selected = this.selected;
    this.#shown = frames;
    this.#row = selected === undefined ? -1 : this.#rowOf(selected);
    this.update();
    if (selected !== undefined && this.#row < 0) this.onHidden();
  }

  /** There are more frames, or they changed. */
  update(): void {
    const conns = this.#frames.hasConns;
    byId("panes").classList.toggle("with-conns", conns);
    this.element.setAttribute("aria-rowcount", String(this.count));
    if (this.#row < 0) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", `frame-${this.#row}`);
    this.#list.reset(this.count);
  }

  /** A frame was edited. */
  changed(frame: number): void {
    this.#texts.delete(frame);
    this.#list.refresh();
  }

  /** Chooses a frame, if it is shown; false where it is not. */
  select(frame: number): boolean {
    const row = this.#rowOf(frame);
    if (row >= 0) this.#choose(row);
    return row >= 0;
  }

  /** Chooses the next shown frame with an error, in some direction, around the end; false where there is none. */
  selectError(step: 1 | -1): boolean {
    const from = this.#row < 0 && step > 0 ? -1 : Math.max(0, this.#row);
    for (let count = 1; count <= this.count; count++) {
      const row = (from + step * count + 2 * this.count) % this.count;
      if ((this.#frames.marks(this.#frameOf(row)) & Mark.ERROR) === 0) continue;
      this.#choose(row);
      return true;
    }
    return false;
  }

  /** Chooses the first frame that is shown. */
  selectFirst(): void {
    if (this.count > 0) this.#choose(0);
  }

  #frameOf(row: number): number {
    return this.#shown === undefined ? row : (this.#shown[row] ?? 0);
  }

  /** The row of a frame; -1 where it is not shown. */
  #rowOf(frame: number): number {
    if (this.#shown === undefined) return frame < this.#frames.length ? frame : -1;
    return this.#shown.indexOf(frame);
  }

  #choose(row: number): void {
    this.#row = row;
    this.#list.refresh();
    this.#list.reveal(row);
    this.element.setAttribute("aria-activedescendant", `frame-${row}`);
    this.onSelect(this.#frameOf(row));
  }

  #key(event: KeyboardEvent): void {
    if (isModified(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.onEnter();
      return;
    }
    const to = moved(event.key, this.#row, this.count, this.#list.page);
    if (to === undefined || this.count === 0) return;
    event.preventDefault();
    this.#choose(to);
  }

  #fill(element: HTMLElement, row: number): void {
    if (element.childElementCount === 0) {
      element.setAttribute("role", "row");
      for (const name of COLUMNS) {
        const cell = make("span", name);
        cell.setAttribute("role", "gridcell");
        element.append(cell);
      }
    }
    const frames = this.#frames;
    const frame = this.#frameOf(row);
    const marks = frames.marks(frame);
    const type = frames.type(frame);
    const text = this.#texts.get(frame);
    const conn = frames.conn(frame);
    element.id = `frame-${row}`;
    element.dataset["row"] = String(row);
    element.setAttribute("aria-rowindex", String(row + 1));
    element.setAttribute("aria-selected", String(row === this.#row));
    const state = [
      row === this.#row ? "selected" : "",
      marks & Mark.ERROR ? "error" : marks & Mark.FINDING ? "finding" : "",
      marks & Mark.EDITED ? "edited" : "",
    ];
    element.className = ["row", ...state].join(" ").trim();
    const cells = [
      (frame + 1).toLocaleString("en"),
      conn === 0 ? "" : `${conn - 1} ${marks & Mark.SERVER_TO_CLIENT ? "◂ s2c" : "▸ c2s"}`,
      text?.time.slice(11, 26) ?? "",
      frames.offset(frame).toLocaleString("en"),
      type.name || "unreadable",
      frames.size(frame).toLocaleString("en"),
      text?.info ?? "",
    ];
    cells.forEach((cell, at) => {
      const child = element.children[at] as HTMLElement;
      if (child.textContent !== cell) child.textContent = cell;
    });
    (element.children[4] as HTMLElement).dataset["protocol"] = type.protocol;
  }

  /** Fetches the texts of rows in view. */
  async #ask(first: number, end: number): Promise<void> {
    if (this.#asking) return;
    const frames = this.#frames;
    const missing = [];
    for (let row = first; row < end; row++) {
      const frame = this.#frameOf(row);
      if (!this.#texts.has(frame)) missing.push(frame);
    }
    if (missing.length === 0) return;
    this.#asking = true;
    try {
      const texts = await this.#client.ask("rows", missing);
      if (frames !== this.#frames) return;
      if (this.#texts.size > KEPT) this.#texts.clear();
      missing.forEach((frame, at) => this.#texts.set(frame, texts[at] ?? { info: "", time: "" }));
      this.#list.refresh();
    } catch {
      // The capture was replaced meanwhile; its rows are asked for anew.
    } finally {
      this.#asking = false;
    }
  }
}
