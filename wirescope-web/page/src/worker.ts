/** Reads captures off the main thread. */

import { Capture, load, locate, parse, type CaptureOptions, type Path } from "broker-codecs";
import type { Answer, Detail, Request, RowText } from "./messages";
import { summary } from "./summary";

/** Bytes that are read between two looks at the messages. */
const SLICE = 1 << 20;

/** Frames that are filtered between two looks at the messages. */
const FILTERED = 2000;

let capture: Capture | undefined;
/** Raised to end the reading or the filtering that is on. */
let reading = 0;
let filtering = 0;

const scope = self as unknown as { postMessage(answer: Answer, transfer?: Transferable[]): void };

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { id } = data;
  try {
    scope.postMessage({ id, result: await handle(data) });
  } catch (error) {
    scope.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
};

function handle(request: Request): unknown {
  switch (request.name) {
    case "start":
      return load(request.args[0]).then(() => undefined);
    case "open":
      return open(...request.args);
    case "cancel":
      reading++;
      return;
    case "rows":
      return request.args[0].map(row);
    case "detail":
      return detail(...request.args);
    case "edit":
      return edit(...request.args);
    case "revert":
      opened().revert(request.args[0]);
      return changed(request.args[0]);
    case "filter":
      return filter(...request.args);
    case "stopFilter":
      filtering++;
      return;
    case "save":
      return save();
  }
}

function opened(): Capture {
  if (capture === undefined) throw new Error("no capture is open");
  return capture;
}

async function open(input: Blob, options: CaptureOptions, number: number): Promise<void> {
  const turn = ++reading;
  filtering++;
  capture?.free();
  capture = undefined;
  const mine = new Capture(options);
  capture = mine;
  let sent = 0;
  let read = 0;
  const tell = (done: boolean, failure?: string) => {
    const columns = mine.columns(sent);
    sent += columns.marks.length;
    const notes = mine.notes();
    const progress = { capture: number, read, total: input.size, columns, types: mine.types, notes, done };
    const { offsets, lengths, types, marks, conns } = columns;
    scope.postMessage(
      { event: "progress", progress: failure === undefined ? progress : { ...progress, failure } },
      [offsets, lengths, types, marks, conns].map((column) => column.buffer as ArrayBuffer),
    );
  };
  try {
    mine.reserve(input.size);
    while (read < input.size) {
      const chunk = await input.slice(read, read + SLICE).arrayBuffer();
      if (turn !== reading) {
        // Another capture has taken its place, or what was read is to stay. The rest is not missing: no end is told of.
        if (capture === mine) tell(true, "stopped");
        return;
      }
      mine.feed(new Uint8Array(chunk));
      read += chunk.byteLength;
      tell(false);
    }
    mine.finish();
    tell(true);
  } catch (error) {
    tell(true, error instanceof Error ? error.message : String(error));
  }
}

function row(index: number): RowText {
  const line = opened().line(index);
  return { info: summary(line), time: line.time ?? "" };
}

function detail(index: number): Detail {
  const capture = opened();
  const text = capture.lineText(index);
  const bytes = capture.bytes(index);
  const original = capture.original(index);
  const explanation = capture.explain(index);
  const ranges = locate(parse(text), explanation);
  const same = bytes.length === original.length && bytes.every((byte, at) => byte === original[at]);
  const related = capture.related(index);
  return { text, bytes, explanation, ranges, related, ...(same ? {} : { original }) };
}

function edit(index: number, path: Path, value: string): { detail: Detail; marks: number } {
  opened().edit(index, path, parse(value));
  return changed(index);
}

function changed(index: number): { detail: Detail; marks: number } {
  return { detail: detail(index), marks: opened().columns(index).marks[0] ?? 0 };
}

async function filter(text: string, number: number): Promise<void> {
  const turn = ++filtering;
  const capture = opened();
  const test = capture.filter(text);
  try {
    for (let from = 0; turn === filtering; from += FILTERED) {
      const searched = Math.min(from + FILTERED, capture.length);
      const found = capture.matches(test, from, searched);
      const done = searched >= capture.length;
      scope.postMessage({ event: "matches", matches: { filter: number, found, searched, done } }, [found.buffer as ArrayBuffer]);
      if (done) return;
      await new Promise((resume) => setTimeout(resume));
    }
  } finally {
    test.free();
  }
}

function save(): Blob {
  const capture = opened();
  return new Blob(Array.from({ length: capture.length }, (_, index) => capture.bytes(index) as BlobPart));
}
