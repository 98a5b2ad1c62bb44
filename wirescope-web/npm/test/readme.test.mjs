// The examples of the README run, and give what their comments say.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as package_ from "broker-codecs";

const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const examples = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

test("there are examples", () => assert.ok(examples.length >= 2));

examples.forEach((code, at) => {
  test(`example ${at + 1}`, async () => {
    let checks = 0;
    const checked = code
      .replace(/^import .*$/gm, "const { load } = package_;")
      .replace(/^([a-z].*); \/\/ (.*)$/gm, (_, expression, says) => {
        if (/^(const|let) /.test(expression)) return `${expression};`;
        checks++;
        if (says === "the same bytes") return `assert.deepEqual(${expression}, bytes);`;
        return `assert.deepEqual(${expression}, ${says});`;
      });
    const run = Object.getPrototypeOf(async () => {}).constructor("assert", "package_", checked);
    await run(assert, package_);
    assert.ok(checks > 0);
  });
});
