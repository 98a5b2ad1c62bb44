import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Capture, Mark, load, parse } from "broker-codecs";
import { captures, streams, wirescope } from "./fixtures.mjs";

let codecs;
before(async () => {
  codecs = await load();
});

/** A capture of bytes that come in chunks. */
function capture(bytes, options, size = 1000) {
  const made = new Capture(options);
  made.reserve(bytes.length);
  for (let at = 0; at < bytes.length; at += size) made.feed(bytes.subarray(at, at + size));
  made.finish();
  return made;
}

describe("lines that are made again are those of the stream", () => {
  for (const { name, protocol, bytes } of streams()) {
    test(name, () => {
      const made = capture(bytes, { protocol, format: "raw" });
      const expected = wirescope(["decode", "--json", "--protocol", protocol, "--format", "raw"], bytes);
      const texts = Array.from({ length: made.length }, (_, at) => `${made.lineText(at)}\n`);
      assert.equal(texts.join(""), expected);
      const { offsets, lengths, marks } = made.columns();
      texts.forEach((text, at) => {
        const line = JSON.parse(text);
        assert.equal(offsets[at], line.offset);
        if (line.length !== undefined) assert.equal(lengths[at], line.length);
        assert.equal((marks[at] & Mark.ERROR) !== 0, line.error !== undefined);
        made.explain(at);
      });
      made.free();
    });
  }
});

describe("packet captures", () => {
  for (const { name, bytes } of captures()) {
    test(name, () => {
      const made = capture(bytes);
      const expected = wirescope(["decode", "--json"], bytes).split("\n").slice(0, -1).map(parse);
      const lines = Array.from({ length: made.length }, (_, at) => parse(made.lineText(at)));
      assert.deepEqual(lines, expected);
      // Each pair is known to both of its frames.
      let pairs = 0;
      lines.forEach((line, at) => {
        const requests = made.related(at).filter(({ answers }) => answers);
        assert.deepEqual(
          requests.map(({ frame, kind, latency }) => [lines[frame].offset, kind, latency]),
          (line.requests ?? []).map(({ offset, kind, latency }) => [offset, kind, latency]),
        );
        for (const { frame } of requests) {
          assert.deepEqual([lines[frame].conn, lines[frame].dir === line.dir], [line.conn, false]);
          assert.ok(made.related(frame).some((other) => other.frame === at && !other.answers));
          pairs++;
        }
      });
      if (name.endsWith("real-produce-one-any.pcap")) assert.ok(pairs > 0);
      made.free();
    });
  }
});

test("an edit is shown until it is undone", () => {
  const { bytes } = streams().find(({ name }) => name === "cpp/cpp-props-new.c2b.bin");
  const made = capture(bytes);
  const before = made.bytes(2);
  made.edit(2, ["message", "messages", 0, "queueId"], 77);
  assert.equal(made.line(2).message.messages[0].queueId, 77);
  assert.equal(made.columns(2).marks[0] & Mark.EDITED, Mark.EDITED);
  assert.deepEqual([...made.bytes(2)].flatMap((byte, at) => (byte === before[at] ? [] : [[at, byte]])), [[19, 77]]);
  assert.deepEqual(made.original(2), before);
  assert.throws(() => made.edit(2, ["message", "messages", 0, "queueId"], "x"), /queueId: must be/);
  assert.throws(() => made.edit(2, ["message", "nothing"], 1), /no member "nothing"/);
  made.revert(2);
  assert.deepEqual(made.bytes(2), before);
  assert.equal(made.columns(2).marks[0] & Mark.EDITED, 0);
});

test("the message of an operation in several frames is edited in its parts", () => {
  for (const { protocol, bytes } of streams()) {
    const lines = protocol === "fila" ? codecs.fila.decode(bytes) : [];
    const last = lines.findIndex((line) => line.frames > 1 && line.message?.messages?.[0]?.queue !== undefined);
    if (last < 0) continue;
    const made = capture(bytes, { protocol });
    const path = ["message", "messages", 0, "queue"];
    assert.throws(() => made.edit(last, path, "other"), /is not what the parts say/);
    const first = lines.findIndex((line) => line.request_id === lines[last].request_id);
    const body = lines[first].body;
    made.edit(first, ["body"], `${body.slice(0, -2)}${body.endsWith("00") ? "01" : "00"}`);
    assert.notEqual(made.lineText(last), capture(bytes, { protocol }).lineText(last));
    return;
  }
  assert.fail("no such operation in the fixtures");
});

test("a filter finds what it should, and says where it is wrong", () => {
  const { bytes } = streams().find(({ name }) => name === "cpp/cpp-props-new.c2b.bin");
  const made = capture(bytes);
  const types = Array.from({ length: made.length }, (_, at) => made.line(at).type);
  const filter = made.filter("type = PUT");
  const found = made.matches(filter);
  assert.deepEqual([...found], types.flatMap((type, at) => (type === "PUT" ? [at] : [])));
  assert.deepEqual([...made.matches(filter, 3, 5)], [3, 4]);
  filter.free();
  assert.throws(() => made.filter("type ="), /column/);
});

test("what was taken for what is told, and hex dumps are read", () => {
  const made = capture(new TextEncoder().encode("00000000: 0000 0008 4b02 0000  ....K...\n"));
  assert.deepEqual(made.types, [{ protocol: "bmq", name: "HEARTBEAT_REQ" }]);
  assert.deepEqual(made.notes().map(({ note }) => note), ["format", "protocol"]);
  assert.deepEqual(made.notes(), []);
});

test("a frame that is not there is an error", () => {
  const made = new Capture();
  assert.equal(made.length, 0);
  assert.throws(() => made.line(0), /no frame 0/);
  assert.throws(() => made.bytes(7), /no frame 7/);
  assert.throws(() => new Capture({ format: "zip" }), /options.format: must be/);
});
