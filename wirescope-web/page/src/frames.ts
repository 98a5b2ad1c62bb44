/** What the list knows of every frame. */

import { Mark, type Columns, type FrameType } from "broker-codecs";

/** The names of the columns. */
const NAMES = ["offsets", "lengths", "types", "marks", "conns"] as const;

export class Frames {
  types: FrameType[] = [];
  /** How many tell of an error. */
  errors = 0;
  /** How many have findings. */
  findings = 0;
  /** Whether some have a connection. */
  hasConns = false;
  length = 0;
  #columns: Columns = empty(1024);

  /** Adds the frames of some columns. */
  append(columns: Columns): void {
    const length = this.length + columns.marks.length;
    if (length > this.#columns.marks.length) {
      const larger = empty(Math.max(length, 2 * this.#columns.marks.length));
      for (const name of NAMES) larger[name].set(this.#columns[name]);
      this.#columns = larger;
    }
    for (const name of NAMES) this.#columns[name].set(columns[name], this.length);
    for (const mark of columns.marks) {
      if (mark & Mark.ERROR) this.errors++;
      if (mark & Mark.FINDING) this.findings++;
    }
    this.hasConns ||= columns.conns.length > 0 && columns.conns.some((conn) => conn > 0);
    this.length = length;
  }

  offset(index: number): number {
    return this.#columns.offsets[index] ?? 0;
  }

  size(index: number): number {
    return this.#columns.lengths[index] ?? 0;
  }

  type(index: number): FrameType {
    return this.types[this.#columns.types[index] ?? 0] ?? { protocol: "", name: "" };
  }

  marks(index: number): number {
    return this.#columns.marks[index] ?? 0;
  }

  setMarks(index: number, marks: number): void {
    this.#columns.marks[index] = marks;
  }

  conn(index: number): number {
    return this.#columns.conns[index] ?? 0;
  }

  /** The frames with errors. */
  erroneous(): Uint32Array {
    const found = [];
    for (let index = 0; index < this.length; index++) if (this.marks(index) & Mark.ERROR) found.push(index);
    return Uint32Array.from(found);
  }
}

function empty(length: number): Columns {
  return {
    offsets: new Float64Array(length),
    lengths: new Uint32Array(length),
    types: new Uint16Array(length),
    marks: new Uint8Array(length),
    conns: new Uint32Array(length),
  };
}
