/** The bytes of a frame. */

import { toHex, type Range } from "broker-codecs";
import { byId, isModified, make } from "./dom";
import { VirtualList } from "./virtual";

/** Bytes in a row. */
const WIDTH = 16;
const ROW = 22;

export class HexView {
  /** A byte was chosen. */
  onPick: (byte: number) => void = () => {};

  readonly element = byId("hex");
  readonly #list: VirtualList;
  #bytes = new Uint8Array();
  /** The bytes before edits. */
  #original: Uint8Array | undefined;
  #selected: Range | undefined;
  #cursor = 0;

  constructor() {
    this.#list = new VirtualList(this.element, ROW, { fill: (element, row) => this.#fill(element, row) });
    this.element.addEventListener("mousedown", (event) => {
      const at = (event.target as HTMLElement).dataset["at"];
      if (at !== undefined) this.#pick(Number(at));
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Shows bytes; those that differ from `original` are marked. */
  show(bytes: Uint8Array, original?: Uint8Array): void {
    this.#bytes = bytes as Uint8Array<ArrayBuffer>;
    this.#original = original;
    this.#selected = undefined;
    this.#cursor = Math.min(this.#cursor, Math.max(0, bytes.length - 1));
    this.element.setAttribute("aria-rowcount", String(Math.ceil(bytes.length / WIDTH)));
    this.#list.reset(Math.ceil(bytes.length / WIDTH));
  }

  /** Marks bytes and shows the first of them. */
  select(range: Range | undefined): void {
    this.#selected = range;
    if (range !== undefined && range.start < this.#bytes.length) {
      if (this.#cursor < range.start || this.#cursor >= range.end) this.#cursor = range.start;
      this.#list.reveal(Math.floor((Math.max(range.start, range.end - 1)) / WIDTH));
      this.#list.reveal(Math.floor(range.start / WIDTH));
    }
    this.#refresh();
  }

  #pick(at: number): void {
    if (this.#bytes.length === 0) return;
    this.#cursor = Math.max(0, Math.min(at, this.#bytes.length - 1));
    this.onPick(this.#cursor);
    this.#list.reveal(Math.floor(this.#cursor / WIDTH));
    this.#refresh();
  }

  #refresh(): void {
    this.#list.refresh();
    this.element.setAttribute("aria-activedescendant", `byte-${this.#cursor}`);
  }

  #key(event: KeyboardEvent): void {
    if (isModified(event)) return;
    const page = this.#list.page * WIDTH;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: WIDTH, ArrowUp: -WIDTH, PageDown: page, PageUp: -page }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? this.#bytes.length - 1 : step;
    if (to === undefined) return;
    event.preventDefault();
    if (step === undefined) this.#pick(to);
    else if (this.#cursor + step >= 0 && this.#cursor + step < this.#bytes.length) this.#pick(this.#cursor + step);
  }

  #fill(element: HTMLElement, row: number): void {
    if (element.childElementCount === 0) {
      element.setAttribute("role", "row");
      const offset = make("span", "offset");
      offset.setAttribute("role", "rowheader");
      element.append(offset);
      for (const kind of ["byte", "char"]) {
        for (let column = 0; column < WIDTH; column++) {
          const cell = make("span", kind);
          if (kind === "byte") cell.setAttribute("role", "gridcell");
          else cell.setAttribute("aria-hidden", "true");
          element.append(cell);
        }
      }
    }
    element.setAttribute("aria-rowindex", String(row + 1));
    const cells = element.children as HTMLCollectionOf<HTMLElement>;
    (cells[0] as HTMLElement).textContent = (row * WIDTH).toString(16).padStart(6, "0");
    const hex = toHex(this.#bytes.subarray(row * WIDTH, (row + 1) * WIDTH));
    for (let column = 0; column < WIDTH; column++) {
      const at = row * WIDTH + column;
      const value = this.#bytes[at];
      const state = value === undefined ? "" : this.#state(at, value);
      const byte = cells[1 + column] as HTMLElement;
      const char = cells[1 + WIDTH + column] as HTMLElement;
      byte.textContent = hex.slice(2 * column, 2 * column + 2);
      char.textContent = value === undefined ? "" : value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : "·";
      byte.className = `byte${state}`;
      char.className = `char${state}`;
      byte.id = value === undefined ? "" : `byte-${at}`;
      for (const cell of [byte, char]) {
        if (value === undefined) delete cell.dataset["at"];
        else cell.dataset["at"] = String(at);
      }
    }
  }

  #state(at: number, value: number): string {
    const range = this.#selected;
    const selected = range !== undefined && at >= range.start && at < range.end;
    const changed = this.#original !== undefined && this.#original[at] !== value;
    return `${selected ? " in" : ""}${changed ? " changed" : ""}${at === this.#cursor ? " cursor" : ""}`;
  }
}
