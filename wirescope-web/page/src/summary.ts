/** A frame in a few words. */

import { fromHex, type BmqLine, type BmqMessage, type FilaLine, type Json, type Line, type MxLine } from "broker-codecs";

/** Longest text of a row. */
const LONGEST = 160;

export function summary(line: Line): string {
  const text = line.error?.text ?? words(line);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function words(line: Line): string {
  switch (line.protocol) {
    case "bmq":
      return bmq(line);
    case "fila":
      return fila(line);
    case "mx":
      return mx(line);
  }
}

function bmq(line: BmqLine): string {
  const { message } = line;
  if (message === undefined) return "";
  if (message.control !== undefined) return control(message.control);
  if (message.messages === undefined) return members(message as { [name: string]: Json });
  const first = message.messages[0] as Partial<BmqMessage> | undefined;
  if (first === undefined) return "no messages";
  const rest = message.messages.length - 1;
  const parts = [first.queueId === undefined ? "" : `queue ${first.queueId}`];
  if ("status" in first) parts.push(String(first.status));
  if (first.properties?.length) parts.push(count(first.properties.length, "property", "properties"));
  if (typeof first.payload === "string") parts.push(payload(first.payload));
  if (rest > 0) parts.push(`and ${rest} more`);
  return parts.filter((part) => part !== "").join(", ");
}

/** The innermost message of nested choices, and its plain members. */
function control(value: Json): string {
  const path: string[] = [];
  let inner = value;
  let plain = "";
  while (inner !== null && typeof inner === "object" && !Array.isArray(inner)) {
    plain = members(inner) || plain;
    const next = Object.entries(inner).find(([, member]) => member !== null && typeof member === "object");
    if (next === undefined || path.length >= 3) break;
    path.push(next[0]);
    inner = next[1];
  }
  return [path.join(" › "), plain].filter((part) => part !== "").join(": ");
}

function fila(line: FilaLine): string {
  const id = line.request_id ? `request ${line.request_id}` : "";
  const part = line.body === undefined ? "" : line.frames === undefined ? "part" : `last of ${line.frames}`;
  return [id, part, line.message === undefined ? "" : members(line.message)].filter((text) => text !== "").join(", ");
}

function mx(line: MxLine): string {
  const { message } = line;
  if (message === undefined) return "";
  const name = message.command ?? message.event ?? (message.success ? "success" : `failed: ${message.error?.code}`);
  return [name, message.requestId ?? ""].filter((text) => text !== "").join(", ");
}

/** The first members that fit: numbers, texts, how long lists are. */
function members(object: { [name: string]: Json }): string {
  const shown = Object.entries(object).flatMap(([name, value]) => {
    if (value === null) return [];
    if (Array.isArray(value)) return [`${name} (${value.length})`];
    if (typeof value === "object") return [];
    const text = typeof value === "string" ? shorten(value) : String(value);
    return [`${name} ${text}`];
  });
  return shown.slice(0, 4).join(", ");
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Bytes in hexadecimal as text where they are text, else how many they are. */
function payload(hex: string): string {
  const readable = readableText(hex.slice(0, 48));
  if (readable === undefined || hex === "") return count(hex.length / 2, "byte", "bytes");
  return hex.length > 48 ? `"${readable}…"` : `"${readable}"`;
}

/** The text of bytes in hexadecimal, if all of it is printable ASCII. */
export function readableText(hex: string): string | undefined {
  const bytes = fromHex(hex.slice(0, hex.length & ~1));
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCharCode(...bytes) : undefined;
}

export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
