import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, parse, stringify, toHex } from "broker-codecs";

test("integers keep all digits", () => {
  const text = '{"a":18446744073709551615,"b":-9223372036854775808,"c":9007199254740991,"d":[9007199254740992]}';
  const value = parse(text);
  assert.deepEqual(value, {
    a: 18446744073709551615n,
    b: -9223372036854775808n,
    c: 9007199254740991,
    d: [9007199254740992n],
  });
  assert.equal(stringify(value), text);
});

test("digits in strings and in fractions are no integers", () => {
  const text = '{"12345678901234567890":"12345678901234567890","a":"\\"12345678901234567890","b":0.1234567890123456}';
  assert.deepEqual(parse(text), JSON.parse(text));
  assert.equal(parse("[12345678901234567890.5]")[0], 12345678901234567890.5);
  assert.equal(parse("[1e300]")[0], 1e300);
});

test("a string that begins like the mark of a bigint stays a string", () => {
  assert.deepEqual(parse('["\\ud8005","12345678901234567890"]'), ["\ud8005", "12345678901234567890"]);
  // With a bigint beside it, too.
  assert.deepEqual(parse('["n1",12345678901234567890]'), ["n1", 12345678901234567890n]);
});

test("long strings do not run out of stack", () => {
  const long = "x".repeat(20_000_000);
  const quoted = "\\\\\\\"".repeat(1_000_000);
  const { a, b, c } = parse(`{"a":"${long}","b":"${quoted}","c":12345678901234567890}`);
  assert.equal(a.length, long.length);
  assert.equal(b, '\\"'.repeat(1_000_000));
  assert.equal(c, 12345678901234567890n);
});

test("values become JSON as by JSON.stringify", () => {
  const value = { a: [1, -1.5, true, null, "x\u2028\"\n"], b: { c: {} }, d: undefined };
  assert.equal(stringify(value), JSON.stringify(value));
  assert.equal(stringify(-0), "-0.0");
  assert.equal(stringify(new Uint8Array([0, 255])), '"00ff"');
  assert.throws(() => stringify(Number.NaN), TypeError);
  assert.throws(() => stringify({ a: () => 1 }), TypeError);
});

test("hexadecimal text", () => {
  assert.equal(toHex(fromHex("00 Ff\n7e")), "00ff7e");
  assert.throws(() => fromHex("0"), SyntaxError);
  assert.throws(() => fromHex("0g"), SyntaxError);
});
