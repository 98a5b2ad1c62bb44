/** What the page and its worker say to each other. */

import type { CaptureOptions, Columns, Explanation, FrameType, Note, Path, Range, Related } from "broker-codecs";

/** The details of a frame. */
export interface Detail {
  /** The line as JSON text: the page parses it, so that integers stay exact. */
  text: string;
  bytes: Uint8Array;
  /** The bytes before edits, if there are edits. */
  original?: Uint8Array;
  explanation: Explanation;
  /** Which bytes belong to which member of the line, by JSON pointer. */
  ranges: Map<string, Range>;
  /** What it answers, and what answers it. */
  related: Related[];
}

/** A row's text. */
export interface RowText {
  info: string;
  time: string;
}

/** What the page can ask for: arguments and result. */
export interface Requests {
  /** Hands over the compiled module; must be the first. */
  start: { args: [module: WebAssembly.Module]; result: void };
  /** Reads a capture in place of the one that is there. Ends when all of it was read, or another was opened. */
  open: { args: [input: Blob, options: CaptureOptions, capture: number]; result: void };
  /** Stops reading; what was read stays. */
  cancel: { args: []; result: void };
  rows: { args: [indices: number[]]; result: RowText[] };
  detail: { args: [index: number]; result: Detail };
  edit: { args: [index: number, path: Path, value: string]; result: { detail: Detail; marks: number } };
  revert: { args: [index: number]; result: { detail: Detail; marks: number } };
  /** Looks for the frames that a filter lets through; ends when all were looked at, or another filter was set. */
  filter: { args: [text: string, filter: number]; result: void };
  /** Stops looking for frames. */
  stopFilter: { args: []; result: void };
  /** The bytes of all frames, edited, one behind another. */
  save: { args: []; result: Blob };
}

export type RequestName = keyof Requests;

export type Request = {
  [Name in RequestName]: { id: number; name: Name; args: Requests[Name]["args"] };
}[RequestName];

/** How far reading got. */
export interface Progress {
  /** The number that the capture was opened with. */
  capture: number;
  read: number;
  total: number;
  /** The frames since the last progress. */
  columns: Columns;
  types: FrameType[];
  notes: Note[];
  done: boolean;
  /** Why reading ended early. */
  failure?: string;
}

/** How far filtering got. */
export interface Matches {
  /** The number that the filter was set with. */
  filter: number;
  /** Frames that match, since the last message. */
  found: Uint32Array;
  searched: number;
  done: boolean;
}

export type Answer =
  | { id: number; result: unknown }
  | { id: number; failure: string }
  | { event: "progress"; progress: Progress }
  | { event: "matches"; matches: Matches };
