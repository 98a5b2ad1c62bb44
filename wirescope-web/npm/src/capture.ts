import { bytesIn, explanationOf, lineOf, optionsOf } from "./codec.js";
import { parse, stringify, type Json } from "./json.js";
import type { Explanation, Line, Options, ProtocolName } from "./types.js";
import * as wasm from "../wasm/broker_codecs.js";

/** How a capture is read. */
export interface CaptureOptions extends Options {
  /** The protocol; `auto`, the default, finds out. */
  protocol?: "auto" | ProtocolName;
  /** What the input is; `auto`, the default, finds out. */
  format?: "auto" | "raw" | "pcap" | "pcapng" | "hexdump";
  /** Search for the next frame after damage; in captures of packets this is always done. */
  resync?: boolean;
}

/** Something about the input that is not a frame: what it was taken for and why, what is missing from it. */
export interface Note {
  /** Its kind. */
  note: string;
  offset?: number;
  length?: number;
  conn?: number;
  dir?: "c2s" | "s2c";
  time?: string;
  /** For people. */
  text: string;
  /** For people, with the connection in front. */
  shown: string;
}

/** Bits of the column `marks`. */
export const Mark = { ERROR: 1, FINDING: 2, SERVER_TO_CLIENT: 4, NOT_CANONICAL: 8, EDITED: 16 } as const;

/** An entry for each frame from some frame on. */
export interface Columns {
  /** In the stream, in bytes. */
  offsets: Float64Array;
  /** In bytes. */
  lengths: Uint32Array;
  /** Indices into `Capture.types`. */
  types: Uint16Array;
  /** Bits of `Mark`. */
  marks: Uint8Array;
  /** The number of the connection plus 1; 0 where the input has none. */
  conns: Uint32Array;
}

/** A type of frame. Both are empty where a stream broke before they were read. */
export interface FrameType {
  protocol: ProtocolName | "";
  name: string;
}

/** What frames are tested by. */
export interface Filter {
  /** Gives its memory back. */
  free(): void;
}

/** The other half of a request and its answer. */
export interface Related {
  /** The index of the other frame. */
  frame: number;
  /** What was asked: the type of the request, or the name of its command or control message. */
  kind: string;
  /** True when the frame answers the other one, false when it is answered by it. */
  answers: boolean;
  /** Seconds from request to answer, where there are times. */
  latency?: number;
}

/** Where a member is in a line. */
export type Path = readonly (string | number)[];

/**
 * An index over a capture: its bytes, and for each frame no more than a row of a list needs. Lines and fields are made
 * when they are asked for. `free` gives its memory back at once.
 */
export class Capture {
  readonly #capture: wasm.Capture;

  constructor(options?: CaptureOptions) {
    this.#capture = new wasm.Capture(optionsOf(options));
  }

  /** Makes room for a capture of so many bytes at once. */
  reserve(bytes: number): void {
    this.#capture.reserve(bytes);
  }

  /** Takes the next bytes. Throws when memory ends; what was read before is still there. */
  feed(chunk: Uint8Array): void {
    this.#capture.feed(bytesIn(chunk));
  }

  /** Ends the input. */
  finish(): void {
    this.#capture.finish();
  }

  /** How many frames there are, counting what could not be read as one. */
  get length(): number {
    return this.#capture.length;
  }

  /** Copies of the columns, from frame `from` on. */
  columns(from = 0): Columns {
    const capture = this.#capture;
    return {
      offsets: capture.offsets(from),
      lengths: capture.lengths(from),
      types: capture.types(from),
      marks: capture.marks(from),
      conns: capture.conns(from),
    };
  }

  /** The types that were met. */
  get types(): FrameType[] {
    const flat = this.#capture.kinds();
    const pairs = Array.from({ length: flat.length / 2 }, (_, at) => flat.slice(2 * at, 2 * at + 2));
    return pairs.map(([protocol, name]) => ({ protocol, name }) as FrameType);
  }

  /** What was told since the last call beside the frames. */
  notes(): Note[] {
    return this.#capture.notes().split("\n").slice(0, -1).map((text) => parse(text) as unknown as Note);
  }

  /** The line of a frame. */
  line(index: number): Line {
    return lineOf(this.#capture.line(index));
  }

  /** The line of a frame as JSON text. */
  lineText(index: number): string {
    return this.#capture.line(index);
  }

  /** The bytes of a frame, edited if they were. */
  bytes(index: number): Uint8Array {
    return this.#capture.bytes(index);
  }

  /** The bytes of a frame as they were read. */
  original(index: number): Uint8Array {
    return this.#capture.original(index);
  }

  /** The fields of a frame with their bytes; none where a stream broke. */
  explain(index: number): Explanation {
    return explanationOf(this.#capture.explain(index));
  }

  /** The frames that a frame answers, and those that answer it: in captures of packets, which have directions. */
  related(index: number): Related[] {
    return JSON.parse(this.#capture.related(index)) as Related[];
  }

  /** Replaces a member of a frame's line and builds the frame again; throws what is wrong with the new line. */
  edit(index: number, path: Path, value: Json): void {
    this.#capture.edit(index, stringify(path), stringify(value));
  }

  /** Undoes the edits of a frame. */
  revert(index: number): void {
    this.#capture.revert(index);
  }

  /** Reads a filter, as the command line's `--where` has it; throws where it is wrong. `free` it when done. */
  filter(text: string): Filter {
    return new wasm.Test(text);
  }

  /** The frames from `from` up to `to` that a filter lets through. */
  matches(filter: Filter, from = 0, to = this.length): Uint32Array {
    return this.#capture.matches(filter as wasm.Test, from, to);
  }

  /** Gives the memory back. Nothing works after that. */
  free(): void {
    this.#capture.free();
  }
}
