import { defineConfig } from "vite";
import { writeSamples } from "./samples.mjs";

export default defineConfig({
  // Works below any path of a file server.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  plugins: [
    {
      name: "samples",
      buildStart: () => writeSamples(new URL("public/samples/", import.meta.url)),
    },
  ],
});
