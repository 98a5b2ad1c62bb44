/** The page: what is where, and what leads to what. */

import { parse, stringify, type CaptureOptions, type Explanation, type Field, type JsonObject, type Path, type Range } from "broker-codecs";
import wasmUrl from "broker-codecs/broker_codecs.wasm?url";
import { Client } from "./client";
import { listenForDrops } from "./drop";
import { byId, isModified } from "./dom";
import { FilterBar } from "./filter";
import { Frames } from "./frames";
import { listenForHelp } from "./help";
import { HexView } from "./hex";
import { FrameList } from "./list";
import type { Detail, Progress } from "./messages";
import { Notes } from "./notes";
import { PasteDialog } from "./paste";
import { RelatedFrames } from "./related";
import { showSamples } from "./samples";
import { listenForSplitters } from "./split";
import { count } from "./summary";
import { toggleTheme } from "./theme";
import { FieldTree } from "./tree";

const client = new Client();
let frames = new Frames();
const list = new FrameList(client, frames);
const tree = new FieldTree();
const hex = new HexView();
const notes = new Notes();
const related = new RelatedFrames();
const filter = new FilterBar(client);

/** What is open, to read it again when an option changes. */
let input: { blob: Blob; name: string; format: CaptureOptions["format"] } | undefined;
/** The capture that messages are about: what was said of another is dropped. */
let turn = 0;
/** The frame whose details are shown, and what they are. */
let shown: { frame: number; detail: Detail } | undefined;
let edited = 0;

const ready = start();

async function start(): Promise<void> {
  try {
    // Compiled here and handed over: the worker needs no request of its own.
    await client.ask("start", await compiled());
  } catch (error) {
    say(`The decoder cannot be loaded: ${messageOf(error)}`);
    throw error;
  }
}

/** The decoder. Not every file server says of a module that it is one, so that it cannot be compiled as it comes. */
async function compiled(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(wasmUrl));
  } catch {
    return WebAssembly.compile(await (await fetch(wasmUrl)).arrayBuffer());
  }
}

/** Opens a capture in place of the one that is open. */
async function open(blob: Blob, name: string, format: CaptureOptions["format"] = "auto", focus = true): Promise<void> {
  input = { blob, name, format };
  const mine = ++turn;
  frames = new Frames();
  shown = undefined;
  edited = 0;
  byId("welcome").hidden = true;
  byId("panes").hidden = false;
  byId("filterbar").hidden = false;
  byId("file").textContent = name;
  byId("file").title = name;
  document.title = `${name} · wirescope`;
  notes.clear();
  filter.clear();
  list.open(frames);
  clearDetail();
  begin(mine);
  try {
    await ready;
  } catch {
    // It was said why.
    byId("progress").hidden = true;
    byId("cancel").hidden = true;
    say("The decoder could not be loaded.");
    return;
  }
  if (mine !== turn) return;
  client.ask("open", blob, options(format), mine).catch((error) => say(messageOf(error)));
  if (focus) list.element.focus();
}

function options(format: CaptureOptions["format"]): CaptureOptions {
  return {
    format: format ?? "auto",
    protocol: byId<HTMLSelectElement>("protocol").value as "auto",
    dialect: byId<HTMLSelectElement>("dialect").value as "auto",
    strict: byId<HTMLInputElement>("strict").checked,
  };
}

function reopen(): void {
  if (input !== undefined) void open(input.blob, input.name, input.format, false);
}

function begin(mine: number): void {
  const bar = byId("progress");
  bar.hidden = false;
  bar.setAttribute("aria-valuenow", "0");
  (bar.firstElementChild as HTMLElement).style.width = "0";
  byId("cancel").hidden = false;
  byId("save").hidden = true;
  say("Reading…");
  client.onProgress = (progress) => {
    if (progress.capture === mine && mine === turn) advance(progress);
  };
}

function advance(progress: Progress): void {
  const first = frames.length === 0 && progress.columns.marks.length > 0;
  frames.types = progress.types;
  frames.append(progress.columns);
  notes.add(progress.notes);
  const percent = progress.total === 0 ? 100 : Math.round((100 * progress.read) / progress.total);
  const bar = byId("progress");
  bar.setAttribute("aria-valuenow", String(percent));
  (bar.firstElementChild as HTMLElement).style.width = `${percent}%`;
  filter.grown(frames);
  list.update();
  if (first) list.selectFirst();
  if (progress.done) finish(progress);
  else say(`Reading: ${percent} %, ${count(frames.length, "frame", "frames")}`);
}

function finish({ failure, read, total }: Progress): void {
  byId("progress").hidden = true;
  byId("cancel").hidden = true;
  const parts = [count(frames.length, "frame", "frames"), size(read)];
  if (frames.errors > 0) parts.push(count(frames.errors, "error", "errors"));
  if (frames.findings > 0) parts.push(count(frames.findings, "frame with findings", "frames with findings"));
  if (frames.length === 0) parts.push(...notes.last());
  if (failure !== undefined) parts.push(`${failure} after ${size(read)} of ${size(total)}`);
  say(parts.join(" · "));
  document.body.dataset["done"] = String(turn);
}

function size(bytes: number): string {
  if (bytes < 10_000) return count(bytes, "byte", "bytes");
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

function say(text: string): void {
  byId("status").textContent = text;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function clearDetail(): void {
  tree.show({}, new Map());
  related.show([]);
  hex.show(new Uint8Array());
  place(undefined);
  byId("edited").hidden = true;
  byId("revert").hidden = true;
  byId("tree-title").textContent = "Fields";
  byId("hex-title").textContent = "Bytes";
  shown = undefined;
  showEditError("");
}

async function select(frame: number): Promise<void> {
  const mine = turn;
  try {
    const detail = await client.ask("detail", frame);
    // By then another frame, or another capture, may have been chosen.
    if (mine === turn && list.selected === frame) show(frame, detail);
  } catch (error) {
    if (mine === turn) say(messageOf(error));
  }
}

function show(frame: number, detail: Detail): void {
  shown = { frame, detail };
  tree.show(parse(detail.text) as JsonObject, detail.ranges);
  hex.show(detail.bytes, detail.original);
  related.show(detail.related);
  showEditError("");
  const isEdited = detail.original !== undefined;
  byId("edited").hidden = !isEdited;
  byId("revert").hidden = !isEdited;
  byId("tree-title").textContent = `Frame ${(frame + 1).toLocaleString("en")}`;
  byId("hex-title").textContent = count(detail.bytes.length, "byte", "bytes");
  place(undefined);
  document.body.dataset["frame"] = String(frame);
}

/** Says which bytes are chosen and what they are. */
function place(range: Range | undefined): void {
  const field = range && shown && innermost(shown.detail.explanation, range);
  const where = range === undefined ? "" : range.end - range.start === 1 ? `${range.start}` : `${range.start}–${range.end - 1}`;
  byId("place").textContent = [where, field && nameOf(field)].filter(Boolean).join(" · ");
}

/** The last of the smallest fields that hold a range. */
function innermost({ fields }: Explanation, range: Range): Field | undefined {
  const inner = fields.findLast(({ start, end }) => start <= range.start && range.end <= end);
  return inner === undefined ? undefined : (innermost({ fields: inner.fields }, range) ?? inner);
}

function nameOf(field: Field): string {
  const value = field.value ?? "";
  return `${field.field ?? field.name}${value === "" ? "" : ` ${value.length > 48 ? `${value.slice(0, 47)}…` : value}`}`;
}

async function edit(path: Path, value: string): Promise<void> {
  if (shown === undefined) return;
  const { frame } = shown;
  try {
    const before = shown.detail;
    const { detail, marks } = await client.ask("edit", frame, path, value);
    changed(frame, detail, marks);
    if (stringify([...detail.bytes]) === stringify([...before.bytes])) showEditError("This does not change the bytes.");
  } catch (error) {
    showEditError(messageOf(error));
  }
}

async function revert(): Promise<void> {
  if (shown === undefined) return;
  const { frame } = shown;
  const { detail, marks } = await client.ask("revert", frame);
  changed(frame, detail, marks);
}

function changed(frame: number, detail: Detail, marks: number): void {
  edited += Number(detail.original !== undefined) - Number(shown?.detail.original !== undefined);
  // Of a capture of packets, frames alone make no file.
  byId("save").hidden = edited === 0 || frames.hasConns;
  frames.setMarks(frame, marks);
  list.changed(frame);
  if (list.selected === frame) show(frame, detail);
}

function showEditError(text: string): void {
  byId("edit-error").hidden = text === "";
  byId("edit-error").textContent = text;
}

async function save(): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await client.ask("save"));
  link.download = `edited-${input?.name ?? "stream.bin"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copyLine(): Promise<void> {
  if (shown === undefined) return;
  try {
    await navigator.clipboard.writeText(shown.detail.text);
    say("Copied the line.");
  } catch (error) {
    say(`The line cannot be copied: ${messageOf(error)}`);
  }
}

function goToError(step: 1 | -1): void {
  if (!list.selectError(step)) say("No frame that is shown tells of an error.");
}

/** Goes to a frame that the chosen one is related to. */
function goTo(frame: number): void {
  if (!list.select(frame)) say(`Frame ${(frame + 1).toLocaleString("en")} is filtered out.`);
}

const panes = [list.element, tree.element, hex.element];

/** Moves the focus to the next or the previous pane. */
function cycle(step: 1 | -1): void {
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + step + panes.length) % panes.length]?.focus();
}

const picker = byId<HTMLInputElement>("picker");
const paste = new PasteDialog((blob) => void open(blob, "pasted hex", "hexdump"));
const samples = byId<HTMLDialogElement>("samples-dialog");

/** What keys do outside of text fields. */
const KEYS: Record<string, () => void> = {
  "?": () => byId<HTMLDialogElement>("help-dialog").showModal(),
  "/": () => byId("filter").focus(),
  o: () => picker.click(),
  p: () => paste.open(),
  s: () => samples.showModal(),
  t: toggleTheme,
  n: () => goToError(1),
  N: () => goToError(-1),
  c: () => void copyLine(),
  r: () => {
    if (!related.go()) say("Nothing is known to answer this frame, or to be answered by it.");
  },
  1: () => panes[0]?.focus(),
  2: () => panes[1]?.focus(),
  3: () => panes[2]?.focus(),
  Escape: () => void client.ask("cancel"),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "F6") {
    event.preventDefault();
    cycle(event.shiftKey ? -1 : 1);
    return;
  }
  const target = event.target as Element;
  const isText = target.matches("input:not([type=checkbox]), textarea, select");
  if (event.defaultPrevented || isModified(event) || isText || target.closest("dialog") !== null) return;
  const action = KEYS[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});

list.onSelect = (frame) => void select(frame);
list.onHidden = clearDetail;
list.onEnter = () => tree.element.focus();
tree.onSelect = (range) => {
  hex.select(range);
  place(range);
};
tree.onEdit = (path, value) => void edit(path, value);
hex.onPick = (byte) => {
  const range = tree.selectAt(byte);
  hex.select(range ?? { start: byte, end: byte + 1 });
  place({ start: byte, end: byte + 1 });
};
related.onGo = goTo;
filter.onShow = (found) => list.show(found);
client.onFailure = (message) => say(`The decoder stopped: ${message}`);

byId("open").onclick = byId("welcome-open").onclick = () => picker.click();
byId("paste").onclick = byId("welcome-paste").onclick = () => paste.open();
byId("samples").onclick = () => samples.showModal();
byId("theme").onclick = toggleTheme;
byId("cancel").onclick = () => void client.ask("cancel");
byId("revert").onclick = () => void revert();
byId("copy-line").onclick = () => void copyLine();
byId("save").onclick = () => void save();
for (const id of ["protocol", "dialect", "strict"]) byId(id).onchange = reopen;
picker.onchange = () => {
  const file = picker.files?.[0];
  picker.value = "";
  if (file !== undefined) void open(file, file.name);
};

listenForHelp();
listenForDrops((file) => void open(file, file.name));
listenForSplitters();
void showSamples([byId("sample-list"), byId("sample-menu")], (blob, name) => {
  samples.close();
  void open(blob, name);
});
