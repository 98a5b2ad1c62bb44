/**
 * Decode, explain and encode the wire protocols of BlazingMQ, Fila and MessageX.
 *
 * ```js
 * import { load } from "broker-codecs";
 * const { bmq } = await load();
 * const [line] = bmq.decode(new Uint8Array([0, 0, 0, 8, 0x4b, 2, 0, 0]));
 * line.type; // "HEARTBEAT_REQ"
 * ```
 */

import { Codec, detect } from "./codec.js";
import init from "../wasm/broker_codecs.js";

export { Codec, StreamDecoder, StreamEncoder, detect } from "./codec.js";
export { Capture, Mark } from "./capture.js";
export type { CaptureOptions, Columns, Filter, FrameType, Note, Path, Related } from "./capture.js";
export { fromHex, parse, stringify, toHex } from "./json.js";
export type { Integer, Json, JsonObject } from "./json.js";
export { locate, pointer } from "./locate.js";
export type { Range } from "./locate.js";
export type * from "./types.js";

/** All protocols. */
export interface Codecs {
  bmq: Codec<"bmq">;
  fila: Codec<"fila">;
  mx: Codec<"mx">;
  detect: typeof detect;
}

/** What the WebAssembly module can be given as. */
export type Source = BufferSource | WebAssembly.Module | URL | Response;

let loaded: Promise<unknown> | undefined;

/**
 * Loads the WebAssembly module, once: the file of the package, or `source`, for pages that fetch it in a way of their own.
 * Nothing else of the package works before.
 */
export async function load(source?: Source): Promise<Codecs> {
  loaded ??= (async () => init({ module_or_path: source ?? (await (await import("#source")).source()) }))();
  try {
    await loaded;
  } catch (error) {
    loaded = undefined;
    throw error;
  }
  return { bmq: new Codec("bmq"), fila: new Codec("fila"), mx: new Codec("mx"), detect };
}
