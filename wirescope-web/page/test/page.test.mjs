// The page in a browser, beside the command line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { parse, stringify } from "broker-codecs";
import { SAMPLES } from "../samples.mjs";
import { linesOf, openPage, pick, read, textOf } from "./harness.mjs";

let browser;
let page;

before(async () => {
  browser = await openPage({ viewport: { width: 1360, height: 860 } });
  page = browser.page;
  await page.waitForSelector("#sample-list .sample");
});

after(async () => {
  await browser?.close();
});

/** The bytes of a sample, as the page serves them. */
async function sample(file) {
  return Buffer.from(await page.evaluate(async (file) => [...new Uint8Array(await (await fetch(`./samples/${file}`)).arrayBuffer())], file));
}

/** Checks until it holds, for some seconds: the panes are drawn a little after what they show. */
async function eventually(check) {
  for (const end = Date.now() + 5000; ; await page.waitForTimeout(25)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Opens a sample by a click on it. */
const open = (file) =>
  read(page, async () => {
    if (await page.isVisible("#welcome")) await page.click(`#sample-list [data-sample="${file}"]`);
    else {
      await page.click("#samples");
      await page.click(`#sample-menu [data-sample="${file}"]`);
    }
  });

/** Waits until the details of a frame are shown. */
const shows = (frame) => page.waitForFunction((frame) => document.body.dataset.frame === String(frame), frame);

/** Chooses a frame in view by a click. */
async function choose(frame) {
  await page.click(`#frame-${frame}`);
  await shows(frame);
}

/** The rows of the tree: the pointer of each, and the text of its value. All of them: the view is made high enough. */
async function treeRows() {
  await page.focus("#tree");
  await page.keyboard.press("*");
  await page.setViewportSize({ width: 1360, height: 9000 });
  await page.waitForFunction(() => {
    const rows = document.querySelectorAll("#tree .row:not([hidden])").length;
    return rows * 24 === document.querySelector("#tree .sizer").clientHeight;
  });
  const rows = await page.$$eval("#tree .row:not([hidden])", (rows) =>
    rows
      .sort((a, b) => Number(a.dataset.row) - Number(b.dataset.row))
      .map((row) => [row.dataset.pointer, row.querySelector(".value").firstChild?.textContent ?? ""]),
  );
  await page.setViewportSize({ width: 1360, height: 860 });
  return rows;
}

/** What the tree must show of a line: each member by its pointer. */
function rowsOf(value, path = "") {
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${name}`;
    if (member === null || typeof member !== "object") return [[at, typeof member === "string" ? member : stringify(member)]];
    const entries = Object.keys(member).length;
    if (entries === 0) return [[at, Array.isArray(member) ? "[]" : "{}"]];
    const own = Array.isArray(member) ? `${entries} ${entries === 1 ? "item" : "items"}` : "";
    return [[at, own], ...rowsOf(member, at)];
  });
}

/** Rows with long values cut as the page cuts them. */
const cut = (rows) => rows.map(([at, text]) => [at, text.length > 240 ? `${text.slice(0, 240)}…` : text]);

test("the page begins with an invitation", async () => {
  assert.ok(await page.isVisible("#welcome"));
  assert.equal(await page.locator("#sample-list .sample").count(), SAMPLES.length);
  await browser.shot("welcome");
});

describe("samples", () => {
  for (const { file } of SAMPLES) {
    test(file, async () => {
      await open(file);
      const bytes = await sample(file);
      const lines = textOf(bytes).trim().split("\n").map(parse);
      assert.match(await page.textContent("#status"), new RegExp(`^${lines.length.toLocaleString("en")} frames`));
      const errors = lines.flatMap((line, at) => (line.error ? [at] : []));
      if (errors.length > 0) assert.match(await page.textContent("#status"), new RegExp(` ${errors.length} errors?`));
      for (const frame of [...new Set([0, 1, 2, 5, 8].filter((at) => at < lines.length))]) {
        await choose(frame);
        const line = lines[frame];
        await eventually(async () => assert.deepEqual(await treeRows(), cut(rowsOf(line)), `frame ${frame}`));
        // Packets hold other bytes than the frame's; a raw stream is looked into.
        if (line.conn === undefined) {
          const start = bytes.subarray(line.offset, line.offset + Math.min(16, line.length)).toString("hex");
          await eventually(async () => {
            const first = await page.textContent("#hex .row:not([hidden]):has(#byte-0)");
            assert.ok(first.startsWith(`000000${start}`), first);
          });
        }
        const row = page.locator(`#frame-${frame}`);
        assert.equal(await row.locator(".type").textContent(), String(line.type));
        assert.equal((await row.getAttribute("class")).includes("error"), line.error !== undefined);
      }
      await page.focus("#list");
      await browser.shot(`sample-${file.split(".")[0]}`);
    });
  }
});

test("fields and bytes select each other", async () => {
  await open("blazingmq-properties.bin");
  await choose(2);
  await page.focus("#tree");
  await page.keyboard.press("End");
  while (!(await page.locator('#tree .selected[data-pointer$="/payload"]').count())) await page.keyboard.press("ArrowUp");
  const selected = () => page.$$eval("#hex .byte.in", (cells) => cells.map((cell) => cell.textContent).join(""));
  await eventually(async () => assert.equal(Buffer.from(await selected(), "hex").toString(), "payload-1"));
  await eventually(async () => assert.match(await page.textContent("#place"), /^168–176 · payload/));
  await page.click("#byte-17");
  await page.waitForSelector('#tree .selected[data-pointer="/message/messages/0/queueId"]');
  await eventually(async () => assert.equal(await selected(), "00000000"));
  await eventually(async () => assert.match(await page.textContent("#place"), /^17 · queueId 0/));
  await page.focus("#hex");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await page.waitForSelector('#tree .selected[data-pointer="/message/messages/0/guid"]');
  await browser.shot("selection");
});

test("an edited field changes the bytes, and can be undone", async () => {
  await open("blazingmq-properties.bin");
  await choose(2);
  const field = '#tree [data-pointer="/message/messages/0/queueId"]';
  await page.click(field);
  await page.keyboard.press("Enter");
  await page.fill("#tree input", "77");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#edited:not([hidden])");
  await eventually(async () => assert.equal(await page.textContent(`${field} .value`), "77"));
  await eventually(async () => assert.deepEqual(await page.$$eval("#hex .byte.changed", (cells) => cells.map((cell) => [cell.id, cell.textContent])), [["byte-19", "4d"]]));
  await eventually(async () => assert.ok(await page.locator("#frame-2.edited").count()));
  await browser.shot("edited");

  await page.click(field);
  await page.keyboard.press("Enter");
  await page.fill("#tree input", "many");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#edit-error:not([hidden])");
  await eventually(async () => assert.match(await page.textContent("#edit-error"), /queueId: must be an integer/));

  const download = page.waitForEvent("download");
  await page.click("#save");
  const saved = readFileSync(await (await download).path());
  const original = await sample("blazingmq-properties.bin");
  const differ = [...saved].flatMap((byte, at) => (byte === original[at] ? [] : [at]));
  assert.deepEqual(differ, [236 + 19]);
  assert.equal(linesOf(saved)[2].message.messages[0].queueId, 77);

  await page.click("#revert");
  await page.waitForSelector("#edited", { state: "hidden" });
  await eventually(async () => assert.equal(await page.locator("#hex .byte.changed").count(), 0));
});

test("a request and its answer lead to each other", async () => {
  const file = SAMPLES.find(({ file }) => file.endsWith(".pcap")).file;
  await open(file);
  const lines = linesOf(await sample(file));
  const answer = lines.findIndex(({ requests }) => requests !== undefined);
  const [{ offset }] = lines[answer].requests;
  const other = lines[answer].dir === "c2s" ? "s2c" : "c2s";
  const request = lines.findIndex((line) => line.conn === lines[answer].conn && line.dir === other && line.offset === offset);
  await choose(answer);
  const button = page.locator(`#related [data-frame="${request}"]`);
  await eventually(async () => assert.match(await button.textContent(), new RegExp(`^answers ${request + 1} · [\\d.]+ (µs|ms|s)`)));
  await browser.shot("related");
  await button.click();
  await shows(request);
  const back = page.locator(`#related [data-frame="${answer}"]`);
  await eventually(async () => assert.match(await back.textContent(), new RegExp(`^answered by ${answer + 1}`)));
  await page.focus("#list");
  await page.keyboard.press("r");
  await shows(answer);
});

test("a filter shows what it finds, and says where it is wrong", async () => {
  await open("blazingmq-properties.bin");
  await page.keyboard.press("/");
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), "filter"));
  await page.keyboard.type('type = PUT and payload contains "payload-2"');
  await page.waitForFunction(() => document.querySelector("#shown").textContent === "1 of 16 shown");
  await eventually(async () => assert.equal(await page.getAttribute("#list", "aria-rowcount"), "1"));
  await eventually(async () => assert.equal(await page.textContent("#frame-0 .number"), "4"));
  await browser.shot("filter");
  await page.fill("#filter", "type = = PUT");
  await page.waitForSelector("#filter-error:not([hidden])");
  await eventually(async () => assert.match(await page.textContent("#filter-error"), /column \d+/));
  await browser.shot("filter-error");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#list").getAttribute("aria-rowcount") === "16");
});

test("a filter that is cleared finds nothing more, and errors are those of frames", async () => {
  await open("fila-errors.bin");
  const lines = linesOf(await sample("fila-errors.bin"));
  const errors = lines.filter(({ error }) => error).length;
  await page.click("#only-errors");
  await page.fill("#filter", "offset >= 0");
  await page.waitForFunction((errors) => document.querySelector("#shown").textContent.startsWith(`${errors} of`), errors);
  await page.keyboard.press("Escape");
  await page.click("#only-errors");
  await page.waitForFunction((count) => document.querySelector("#list").getAttribute("aria-rowcount") === String(count), lines.length);
  await page.fill("#filter", "type exists");
  await page.keyboard.press("Enter");
  await page.fill("#filter", "");
  await page.waitForTimeout(600);
  assert.equal(await page.getAttribute("#list", "aria-rowcount"), String(lines.length));
  assert.equal(await page.textContent("#shown"), "");
});

test("what was typed into a field counts wherever the focus goes", async () => {
  await open("blazingmq-properties.bin");
  await choose(2);
  await page.click('#tree [data-pointer="/message/messages/0/queueId"]');
  await page.keyboard.press("Enter");
  await page.fill("#tree input", "78");
  await page.click("#filter");
  await page.waitForSelector("#edited:not([hidden])");
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter");
  await eventually(async () => assert.equal(await page.textContent('#tree [data-pointer="/message/messages/0/queueId"] .value'), "78"));
});

test("errors are marked, and found with a key", async () => {
  await open("fila-errors.bin");
  const lines = linesOf(await sample("fila-errors.bin"));
  const errors = lines.flatMap((line, at) => (line.error ? [at] : []));
  assert.ok(errors.length > 5);
  await page.click("#only-errors");
  await page.waitForFunction((count) => document.querySelector("#list").getAttribute("aria-rowcount") === String(count), errors.length);
  await eventually(async () => assert.equal(await page.locator("#list .row:not([hidden]):not(.error)").count(), 0));
  await page.click("#only-errors");
  await page.focus("#list");
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await shows(errors.find((at) => at > 0));
  await page.waitForSelector("#tree .row.error:not([hidden])");
  await browser.shot("errors");
});

test("a broken file is told of", async () => {
  await pick(page, "broken.bin", Buffer.from("000000084b020000000000010203040506070809", "hex"));
  await shows(0);
  await eventually(async () => assert.match(await page.textContent("#status"), /2 frames.*1 error/));
  await choose(1);
  await eventually(async () => assert.match(await page.textContent("#tree"), /length_too_small/));
  await eventually(async () => assert.equal(await page.locator("#frame-1.error .type").textContent(), "unreadable"));
  await browser.shot("broken");
  await pick(page, "nothing.txt", Buffer.from("GET / HTTP/1.1\r\n\r\n"));
  await page.click("#notes");
  await eventually(async () => assert.ok((await page.textContent("#note-list")).length > 10));
  await browser.shot("unknown");
  await page.keyboard.press("Escape");
  await pick(page, "empty.bin", Buffer.alloc(0));
  await eventually(async () => assert.match(await page.textContent("#status"), /^0 frames/));
});

test("a file is dropped, and hex is pasted", async () => {
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0, 0, 0, 8, 0x4b, 2, 0, 0])], "dropped.bin"));
    return data;
  });
  await read(page, () => page.dispatchEvent("main", "drop", { dataTransfer: drop }));
  await eventually(async () => assert.equal(await page.textContent("#file"), "dropped.bin"));
  await eventually(async () => assert.equal(await page.textContent("#frame-0 .type"), "HEARTBEAT_REQ"));
  await page.focus("#list");
  await page.keyboard.press("p");
  await page.fill("#paste-text", "00 00 00 08 4c 02 00 00");
  await read(page, () => page.click("#paste-go"));
  await eventually(async () => assert.equal(await page.textContent("#frame-0 .type"), "HEARTBEAT_RSP"));
});

test("protocol and dialect can be chosen", async () => {
  await open("blazingmq-node-zlib.bin");
  const before = await page.textContent("#status");
  await read(page, () => page.selectOption("#dialect", "official"));
  await eventually(async () => assert.notEqual(await page.textContent("#status"), before));
  await read(page, () => page.selectOption("#dialect", "auto"));
  await read(page, () => page.selectOption("#protocol", "mx"));
  await eventually(async () => assert.match(await page.textContent("#status"), /error/));
  await read(page, () => page.selectOption("#protocol", "auto"));
  await eventually(async () => assert.equal(await page.textContent("#status"), before));
});

test("the keyboard does it all", async () => {
  await open("fila-messages.bin");
  await page.focus("#list");
  await page.keyboard.press("End");
  const count = Number(await page.getAttribute("#list", "aria-rowcount"));
  await shows(count - 1);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => Number(document.body.dataset.frame) > 5);
  const focus = () => page.evaluate(() => document.activeElement.id);
  await page.keyboard.press("Enter");
  assert.equal(await focus(), "tree");
  await page.keyboard.press("F6");
  assert.equal(await focus(), "hex");
  await page.keyboard.press("Shift+F6");
  assert.equal(await focus(), "tree");
  await page.keyboard.press("3");
  assert.equal(await focus(), "hex");
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#help-dialog"));
  await browser.shot("help");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#help-dialog")));
  await page.keyboard.press("c");
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Copied the line.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(textOf(await sample("fila-messages.bin")).split("\n").includes(copied));
});

test("dark and light, with enough contrast", async () => {
  await open("fila-errors.bin");
  for (const theme of ["light", "dark"]) {
    while ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.click("#theme");
    const low = await page.evaluate(lowContrast);
    assert.deepEqual(low, [], theme);
    await browser.shot(`theme-${theme}`);
  }
  await page.click("#theme");
});

/** Texts in view whose contrast with what is behind them is below 4.5. */
function lowContrast() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (!own || !element.checkVisibility() || element.matches("option, noscript")) continue;
    const [a, b] = [luminance(rgb(getComputedStyle(element).color)), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) low.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)} ${element.textContent.slice(0, 20)}`);
  }
  return low;
}

test("every control has a name, and panes have roles", async () => {
  const nameless = await page.$$eval("button, input, select, textarea, [role=grid], [role=tree], [role=separator], dialog", (all) =>
    all
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const by = element.getAttribute("aria-labelledby");
        const name = element.getAttribute("aria-label") ?? (by && document.getElementById(by)?.textContent) ?? element.labels?.[0]?.textContent ?? element.textContent;
        return name.trim() === "";
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
  const active = await page.getAttribute("#list", "aria-activedescendant");
  assert.ok(await page.locator(`[id="${active}"]`).count());
});

test("it fits a small window", async () => {
  await page.setViewportSize({ width: 480, height: 860 });
  await page.waitForTimeout(100);
  await browser.shot("narrow");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 480);
  await page.setViewportSize({ width: 1360, height: 860 });
});

test("100 MiB are read with progress, and the page stays responsive", { timeout: 240_000 }, async () => {
  const unit = await sample("blazingmq-properties.bin");
  await page.evaluate(
    ({ unit, times }) => {
      const part = new Uint8Array(unit);
      const file = new File(Array.from({ length: times }, () => part), "large.bin");
      const data = new DataTransfer();
      data.items.add(file);
      window.measured = { longest: 0, steps: new Set() };
      let last = performance.now();
      const tick = () => {
        const now = performance.now();
        window.measured.longest = Math.max(window.measured.longest, now - last);
        last = now;
        window.measured.steps.add(document.querySelector("#progress").getAttribute("aria-valuenow"));
        window.measured.frame = requestAnimationFrame(tick);
      };
      tick();
      document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { unit: [...unit], times: Math.ceil((100 << 20) / unit.length) },
  );
  const started = Date.now();
  await page.waitForFunction(() => Number(document.querySelector("#progress").getAttribute("aria-valuenow")) > 20, null, { timeout: 120_000 });
  await page.focus("#list");
  await page.keyboard.press("PageDown");
  await browser.shot("progress");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("frames ·"), null, { timeout: 200_000 });
  const { longest, steps } = await page.evaluate(() => {
    cancelAnimationFrame(window.measured.frame);
    return { longest: window.measured.longest, steps: window.measured.steps.size };
  });
  console.log(`100 MiB in ${((Date.now() - started) / 1000).toFixed(1)} s; longest gap between two pictures ${longest.toFixed(0)} ms`);
  assert.ok(steps > 10, `${steps} steps of progress`);
  assert.ok(longest < 1000, `a gap of ${longest} ms`);
  await page.keyboard.press("End");
  const count = Number(await page.getAttribute("#list", "aria-rowcount"));
  await shows(count - 1);
  await browser.shot("large");
});

/** Drops a long file of repeated bytes, and waits until some of it was read. */
async function dropLong(unit) {
  await page.evaluate((unit) => {
    const part = new Uint8Array(unit);
    const data = new DataTransfer();
    data.items.add(new File(Array.from({ length: 1300 }, () => part), "large.bin"));
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [...unit]);
  await page.waitForFunction(() => Number(document.querySelector("#list").getAttribute("aria-rowcount")) > 0);
}

test("reading is stopped", async () => {
  await dropLong(await sample("blazingmq-properties.bin"));
  await page.click("#cancel");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("stopped after"));
  assert.ok(await page.isHidden("#cancel"));
  // What was read is there.
  await choose(1);
});

test("a capture that is opened while another is read has its own frames only", async () => {
  const unit = await sample("blazingmq-properties.bin");
  await dropLong(unit);
  await pick(page, "small.bin", unit);
  await page.waitForTimeout(500);
  assert.match(await page.textContent("#status"), /^16 frames/);
  assert.equal(await page.getAttribute("#list", "aria-rowcount"), "16");
});

test("a million frames scroll", { timeout: 240_000 }, async () => {
  await page.evaluate((times) => {
    const part = new Uint8Array(8 * 10_000);
    for (let at = 0; at < part.length; at += 8) part.set([0, 0, 0, 8, 0x4b, 2, 0, 0], at);
    const data = new DataTransfer();
    data.items.add(new File(Array.from({ length: times }, () => part), "million.bin"));
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, 100);
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("1,000,000 frames"), null, { timeout: 200_000 });
  await page.focus("#list");
  await page.keyboard.press("End");
  await shows(999_999);
  assert.ok(await page.isVisible("#frame-999999"));
  await page.evaluate(() => (document.querySelector("#list").scrollTop /= 2));
  await page.waitForTimeout(100);
  const rows = await page.$$eval("#list .row:not([hidden])", (rows) => rows.map((row) => Number(row.dataset.row)));
  assert.ok(Math.min(...rows) > 400_000 && Math.max(...rows) < 600_000, `${rows}`);
  assert.ok(rows.length < 100);
  await page.hover("#list");
  const first = Math.min(...rows);
  await page.mouse.wheel(0, 240);
  await page.waitForTimeout(150);
  const after = Math.min(...(await page.$$eval("#list .row:not([hidden])", (rows) => rows.map((row) => Number(row.dataset.row)))));
  assert.equal(after - first, 10);
  await browser.shot("million");
});

test("no request left the page, and nothing failed", async () => {
  const blocked = await page.evaluate(() => fetch("https://example.com/").then(() => false, () => true));
  assert.ok(blocked);
  assert.deepEqual(browser.strays.filter((url) => !url.startsWith("https://example.com")), []);
  assert.deepEqual(browser.faults.filter((fault) => !fault.includes("example.com")), []);
});
