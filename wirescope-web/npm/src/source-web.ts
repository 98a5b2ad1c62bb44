/** The WebAssembly module beside this file. */
export function source(): URL {
  return new URL("../wasm/broker_codecs_bg.wasm", import.meta.url);
}
