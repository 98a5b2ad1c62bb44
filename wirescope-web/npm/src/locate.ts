/** Which bytes of a frame belong to which member of its line. */

import type { Json, JsonObject } from "./json.js";
import type { Explanation, Field } from "./types.js";

/** Bytes of a frame: the first one, and behind the last. */
export interface Range {
  start: number;
  end: number;
}

/** The JSON pointer (RFC 6901) of a path. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What fields of the wire are called in lines, where that differs. */
const ALIASES: Record<string, readonly string[]> = {
  compression: ["compressionAlgorithmType"],
  encoding: ["typeSpecific"],
  payload: ["payload (zlib)", "properties and payload (zlib)"],
  payloadText: ["payload"],
  valueText: ["value"],
  properties: ["properties and payload (zlib)"],
  type: ["opcode"],
  code: ["error.code"],
  message: ["error.message"],
  members: ["member"],
  ids: ["id"],
  correlationId: ["guid"],
};

/** Fields that stand among the items of a list and are none. */
const NO_ITEM = /^(headers|padding|unknown|)$/;

/**
 * The bytes of each member of a line, by JSON pointer. What is not in the bytes as a field of its own (a dialect, what was
 * inflated) is left out, or has the bytes of what it is part of.
 */
export function locate(line: Json, explanation: Explanation): Map<string, Range> {
  const ranges = new Map<string, Range>();
  const { length, message, header, error, findings, ...rest } = line as JsonObject;
  const whole = { start: 0, end: typeof length === "number" ? length : 0 };
  const scope = new Scope(explanation.fields);
  const put = (name: string, value: Json | undefined) => {
    if (value !== undefined) match(scope, [name], value, ranges);
  };
  put("length", length);
  for (const [name, value] of Object.entries(rest)) {
    if (name === "raw" || name === "bytes") ranges.set(`/${name}`, whole);
    else put(name, value);
  }
  if (header !== undefined) members(scope, ["header"], header, ranges);
  if (message !== undefined) members(scope, ["message"], message, ranges);
  const leaves = flat(explanation.fields).filter((field) => field.fields.length === 0);
  const place = (path: (string | number)[], fault: Json | undefined) => {
    const { offset, layer } = (fault ?? {}) as { offset?: number; layer?: string };
    if (offset === undefined || (layer !== undefined && layer !== "message")) return;
    const leaf = leaves.findLast(({ start, end }) => start <= offset && offset < end);
    ranges.set(pointer(path), leaf ?? { start: offset, end: Math.min(offset + 1, whole.end) });
  };
  place(["error"], error);
  if (Array.isArray(findings)) findings.forEach((finding, at) => place(["findings", at], finding));
  return ranges;
}

/** Fields in the order of the bytes, each of which is given once. */
class Scope {
  readonly #fields: readonly Field[];
  readonly #used: Set<Field>;

  constructor(fields: readonly Field[], used = new Set<Field>()) {
    this.#fields = fields;
    this.#used = used;
  }

  within(fields: readonly Field[]): Scope {
    return new Scope(fields, this.#used);
  }

  /** The first field of that name, those on the outside first. */
  take(name: string): Field | undefined {
    for (let level = this.#fields; level.length > 0; level = level.flatMap((field) => field.fields)) {
      const field = level.find((field) => !this.#used.has(field) && isCalled(field, name));
      if (field !== undefined) {
        this.#used.add(field);
        return field;
      }
    }
    return undefined;
  }

  /** All fields of that name on the outermost level that has one. */
  takeAll(name: string): Field[] {
    for (let level = this.#fields; level.length > 0; level = level.flatMap((field) => field.fields)) {
      const found = level.filter((field) => !this.#used.has(field) && isCalled(field, name));
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** A name as it is compared: without the number of items, in small letters and digits. */
function plain(name: string): string {
  return name.replace(/ \(\d+\)$/, "").replace(/[^a-z0-9]/gi, "").toLowerCase();
}

function isCalled(field: Field, name: string): boolean {
  const names = [name, ...(ALIASES[name] ?? [])].map(plain);
  return names.includes(plain(field.name)) || (field.field !== undefined && names.includes(plain(field.field)));
}

function match(scope: Scope, path: (string | number)[], value: Json, ranges: Map<string, Range>): void {
  const name = String(path.at(-1));
  if (name === "members" && Array.isArray(value)) {
    const groups = scope.takeAll(name);
    value.forEach((item, at) => group(scope, groups[at], [...path, at], item, ranges));
    return;
  }
  const field = scope.take(name);
  if (field === undefined) {
    // Where a group is called something else, its members may still be there.
    if (value !== null && typeof value === "object" && !Array.isArray(value)) members(scope, path, value, ranges);
    return;
  }
  group(scope, field, path, value, ranges);
}

/** A member whose field is known. */
function group(
  scope: Scope,
  field: Field | undefined,
  path: (string | number)[],
  value: Json,
  ranges: Map<string, Range>,
): void {
  if (field === undefined) return;
  ranges.set(pointer(path), { start: field.start, end: field.end });
  if (field.fields.length === 0 || value === null || typeof value !== "object") {
    inherit(path, value, field, ranges);
  } else if (Array.isArray(value)) {
    items(scope, field.fields, path, value, ranges);
  } else {
    members(scope.within(field.fields), path, value, ranges);
  }
}

function members(scope: Scope, path: (string | number)[], value: Json, ranges: Map<string, Range>): void {
  for (const [name, member] of Object.entries(value as JsonObject)) match(scope, [...path, name], member, ranges);
}

/** The items of a list: a field each, or as many fields each as it takes. */
function items(
  scope: Scope,
  fields: readonly Field[],
  path: (string | number)[],
  value: Json[],
  ranges: Map<string, Range>,
): void {
  const candidates = fields.filter((field) => field.fields.length > 0 || !NO_ITEM.test(field.name));
  const each = candidates.length / value.length;
  if (!Number.isInteger(each) || each === 0) return;
  value.forEach((item, at) => {
    const own = candidates.slice(at * each, (at + 1) * each);
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return;
    if (each === 1) group(scope, first, [...path, at], item, ranges);
    else {
      ranges.set(pointer([...path, at]), { start: first.start, end: last.end });
      members(scope.within(own), [...path, at], item, ranges);
    }
  });
}

/** Gives all that is in a value the bytes of the field that holds it. */
function inherit(path: (string | number)[], value: Json, range: Range, ranges: Map<string, Range>): void {
  if (value === null || typeof value !== "object") return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, item] of entries) {
    ranges.set(pointer([...path, step]), { start: range.start, end: range.end });
    inherit([...path, step], item, range, ranges);
  }
}

function flat(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...flat(field.fields)]);
}
