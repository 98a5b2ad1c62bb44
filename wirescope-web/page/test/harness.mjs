// A file server under a sub-path, and a browser that is held to it.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".bin": "application/octet-stream",
  ".pcap": "application/vnd.tcpdump.pcap",
};

const BASE = "/below/some/path/";

/** Serves a folder as a plain file server does. */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, normalize(path.slice(BASE.length - 1)).replace(/\/$/, "/index.html"));
    if (!path.startsWith(BASE) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Opens the page in a browser; gives what tests need, and closes all of it at the end. */
export async function openPage({ colorScheme = "light", viewport = { width: 1360, height: 860 } } = {}) {
  const server = await serve(process.env.PAGE);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const executablePath = execFileSync("which", [process.env.BROWSER ?? "chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ colorScheme, viewport, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  /** What must stay empty: requests that went elsewhere, errors. */
  const strays = [];
  const faults = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(origin + BASE) && !/^(blob|data):/.test(request.url())) strays.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(origin + BASE);
  return {
    page,
    strays,
    faults,
    shot: (name) => page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) }),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** Waits until the capture that was opened last was read to its end. */
export async function read(page, action) {
  const before = await page.evaluate(() => Number(document.body.dataset.done ?? 0));
  await action();
  await page.waitForFunction((before) => Number(document.body.dataset.done ?? 0) > before, before, { timeout: 120_000 });
}

/** Chooses a file as the dialog of the browser would. */
export const pick = (page, name, buffer) =>
  read(page, () => page.setInputFiles("#picker", { name, mimeType: "application/octet-stream", buffer }));

/** What the command line says of bytes: its lines, parsed. */
export function linesOf(bytes, ...args) {
  return textOf(bytes, ...args)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What the command line says of bytes: its lines as text. */
export function textOf(bytes, ...args) {
  try {
    return execFileSync(process.env.WIRESCOPE, ["decode", "--json", ...args, "-"], {
      input: bytes,
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch (error) {
    // 1: something was malformed, and is in the lines.
    if (error.status === 1) return error.stdout;
    throw error;
  }
}
