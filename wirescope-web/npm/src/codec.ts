import { parse, stringify, type Json } from "./json.js";
import type { Explanation, Field, LineOf, Options, ProtocolName } from "./types.js";
import * as wasm from "../wasm/broker_codecs.js";

/** Bytes that are decoded at a time: bounds the text that is in flight. */
const SLICE = 256 * 1024;

/** Numbers or names that an object does not keep as they were: `1.0`, and names that look like indices. */
const DELICATE = /[:[,]-?\d+[.eE]|"\d+":/;

/** The text of lines that objects do not hold exactly. */
const texts = new WeakMap<object, string>();

/** The object of a line's JSON text. */
export function lineOf<L>(text: string): L {
  const line = parse(text);
  if (DELICATE.test(text)) texts.set(line as object, text);
  return line as L;
}

/** The JSON text of a line: that which it came from, as long as the object says the same. */
function textOf(line: object): string {
  const now = stringify(line);
  const text = texts.get(line);
  return text !== undefined && stringify(parse(text)) === now ? text : now;
}

/** The objects of lines, each with a line feed behind it. */
function linesOf<L>(text: string): L[] {
  return text.split("\n").slice(0, -1).map(lineOf<L>);
}

/** Options as they cross into WebAssembly. */
export function optionsOf(options: object | undefined): string {
  return options === undefined ? "" : stringify(options);
}

/** Bytes as they cross into WebAssembly, which would take anything. */
export function bytesIn(bytes: Uint8Array): Uint8Array {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("bytes must be a Uint8Array");
  return bytes;
}

/** Turns one direction of a connection into lines as its bytes come. */
export class StreamDecoder<L> {
  readonly #decoder: wasm.Decoder;
  #finished = false;

  constructor(protocol: ProtocolName, options?: Options) {
    this.#decoder = new wasm.Decoder(protocol, optionsOf(options));
  }

  /** Takes the next bytes; gives the lines of the frames that end in them. */
  feed(chunk: Uint8Array): L[] {
    if (this.#finished) throw new Error("the stream was finished");
    return linesOf(this.#decoder.feed(bytesIn(chunk)));
  }

  /** True when the stream broke: no frame will be found any more, and `finish` says why. */
  get isBroken(): boolean {
    return !this.#finished && this.#decoder.isBroken;
  }

  /** Ends the stream: the line about what is left over, if anything is. Frees the decoder. */
  finish(): L[] {
    if (this.#finished) return [];
    this.#finished = true;
    const lines = linesOf<L>(this.#decoder.finish());
    this.#decoder.free();
    return lines;
  }
}

/** Turns lines into bytes. The lines of one stream go through one encoder, in order. */
export class StreamEncoder<L extends object> {
  readonly #encoder = new wasm.Encoder();
  readonly #protocol: ProtocolName;

  constructor(protocol: ProtocolName) {
    this.#protocol = protocol;
  }

  /** The bytes of a line's frame. Lengths, padding and checksums are computed. */
  encode(line: Line<L>): Uint8Array {
    const { protocol } = line as { protocol?: string };
    if (protocol !== undefined && protocol !== this.#protocol) {
      throw new Error(`protocol: the line is of ${protocol}, the encoder of ${this.#protocol}`);
    }
    return this.#encoder.encode(textOf(protocol === undefined ? { protocol: this.#protocol, ...line } : line));
  }
}

/** A line to encode: what is computed may be left out. */
export type Line<L> = Omit<Partial<L>, "protocol"> & { protocol?: string };

/** One protocol. */
export class Codec<P extends ProtocolName = ProtocolName> {
  /** The protocol's short name. */
  readonly protocol: P;

  constructor(protocol: P) {
    this.protocol = protocol;
  }

  /** The lines of a whole stream. What is malformed is a line with `error`. */
  decode(bytes: Uint8Array, options?: Options): LineOf[P][] {
    bytesIn(bytes);
    const decoder = this.decoder(options);
    const lines: LineOf[P][] = [];
    for (let at = 0; at < bytes.length; at += SLICE) {
      for (const line of decoder.feed(bytes.subarray(at, at + SLICE))) lines.push(line);
    }
    for (const line of decoder.finish()) lines.push(line);
    return lines;
  }

  /** The bytes of one line, or of the lines of a stream. Throws an error that names the place in the line. */
  encode(lines: Line<LineOf[P]> | Iterable<Line<LineOf[P]>>): Uint8Array {
    const encoder = this.encoder();
    if (!(Symbol.iterator in lines)) return encoder.encode(lines);
    const frames: Uint8Array[] = [];
    for (const line of lines) frames.push(encoder.encode(line));
    return concat(frames);
  }

  /** The fields of one frame with their bytes. */
  explain(frame: Uint8Array, options?: Options): Explanation {
    return explanationOf(wasm.explain(this.protocol, bytesIn(frame), optionsOf(options)));
  }

  /** A decoder for bytes that come in chunks. */
  decoder(options?: Options): StreamDecoder<LineOf[P]> {
    return new StreamDecoder(this.protocol, options);
  }

  /** An encoder for lines that come one by one. */
  encoder(): StreamEncoder<LineOf[P]> {
    return new StreamEncoder(this.protocol);
  }
}

/** Which protocol a stream has by its first bytes (64 are enough), and why; undefined where they begin no known frame. */
export function detect(head: Uint8Array): { protocol: ProtocolName; reason: string } | undefined {
  const text = wasm.detect(bytesIn(head));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Nests the flat list of fields. */
export function explanationOf(text: string): Explanation {
  const { fields, error } = parse(text) as { fields: Json[]; error?: string };
  const roots: Field[] = [];
  const open: Field[] = [];
  for (const flat of fields as unknown as (Field & { depth: number })[]) {
    const { depth, ...field } = flat;
    const nested = { ...field, fields: [] };
    open.length = depth;
    (open.at(-1)?.fields ?? roots).push(nested);
    open.push(nested);
  }
  return error === undefined ? { fields: roots } : { fields: roots, error };
}

function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
