import { readFile } from "node:fs/promises";

/** The WebAssembly module beside this file. */
export async function source(): Promise<BufferSource> {
  return new Uint8Array(await readFile(new URL("../wasm/broker_codecs_bg.wasm", import.meta.url)));
}
