import { readFile } from "node:fs/promises";

/** The WebAssembly module beside this file. */
export function source(): Promise<BufferSource> {
  return readFile(new URL("../wasm/broker_codecs_bg.wasm", import.meta.url));
}
