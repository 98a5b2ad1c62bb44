/**
 * JSON in which no integer loses digits: what a number cannot hold exactly is a bigint, both ways.
 */

/** An integer: a number where that is exact, else a bigint. */
export type Integer = number | bigint;

/** What JSON text can say. */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };

/** An object. */
export type JsonObject = { [name: string]: Json };

/** Whether the text may hold an integer beyond what numbers hold. */
const LONG_DIGITS = /\d{16}/;

/** Where a string or a number begins. */
const START = /["\d-]/g;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Stands in front of the digits of a bigint. No text that was UTF-8 has a lone surrogate, so nothing else begins so. */
const MARK = "\ud800";

/** The value of JSON text. */
export function parse(text: string): Json {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text) as Json;
  const marked = markIntegers(text);
  if (marked === undefined) return JSON.parse(text) as Json;
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  ) as Json;
}

/** The text with a mark at each integer that a number does not hold; undefined where there is none. */
function markIntegers(text: string): string | undefined {
  const pieces = [];
  let copied = 0;
  let at = 0;
  for (;;) {
    START.lastIndex = at;
    const start = START.exec(text)?.index;
    if (start === undefined) break;
    if (text[start] === '"') {
      at = endOfString(text, start);
      continue;
    }
    NUMBER.lastIndex = start;
    const token = NUMBER.exec(text)?.[0] ?? "";
    at = start + Math.max(1, token.length);
    if (token === "" || /[.eE]/.test(token) || Number.isSafeInteger(Number(token))) continue;
    pieces.push(text.slice(copied, start), `"${MARK}${token}"`);
    copied = at;
  }
  return copied === 0 ? undefined : pieces.join("") + text.slice(copied);
}

/** The index behind the string that begins at `start`. A regular expression runs out of stack in long ones. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text[quote - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** JSON text of a value. Bytes become hexadecimal text; members that are undefined are left out, as by JSON.stringify. */
export function stringify(value: unknown): string {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
      return Object.is(value, -0) ? "-0.0" : String(value);
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "object":
      return value === null ? "null" : composite(value);
    default:
      throw new TypeError(`a ${typeof value} is not JSON`);
  }
}

function composite(value: object): string {
  if (value instanceof Uint8Array) return `"${toHex(value)}"`;
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringify(member)}`).join(",")}}`;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lowercase hexadecimal text of bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** The bytes of hexadecimal text; white space between digits is skipped. */
export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, "");
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) throw new SyntaxError("not hexadecimal text");
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
