import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { load, locate, stringify } from "broker-codecs";
import { streams, wirescope } from "./fixtures.mjs";

let codecs;
before(async () => {
  codecs = await load();
});

const all = streams();

test("there are fixtures of every protocol", () => {
  for (const protocol of ["bmq", "fila", "mx"]) assert.ok(all.some((stream) => stream.protocol === protocol));
  assert.ok(all.length > 300, `${all.length} streams`);
});

describe("every stream", () => {
  for (const { name, protocol, bytes } of all) {
    test(name, () => {
      const codec = codecs[protocol];
      const options = { showSecrets: true };
      const expected = wirescope(["decode", "--json", "--show-secrets", "--protocol", protocol], bytes);
      const lines = codec.decode(bytes, options);

      // The same JSON as the command line: as text where objects hold it, else as parsed.
      const parsed = expected.split("\n").slice(0, -1);
      assert.equal(lines.length, parsed.length);
      lines.forEach((line, at) => {
        if (stringify(line) !== parsed[at]) assert.deepEqual(JSON.parse(stringify(line)), JSON.parse(parsed[at]));
      });

      // In odd chunks, the same lines.
      const decoder = codec.decoder(options);
      const chunked = [];
      for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 1013 || 1) {
        chunked.push(...decoder.feed(bytes.subarray(at, at + size)));
      }
      chunked.push(...decoder.finish());
      assert.deepEqual(chunked, lines);

      // Unedited lines give the bytes back.
      if (lines.every((line) => line.omitted === undefined)) {
        assert.ok(bytes.equals(codec.encode(lines)), "encoding gives other bytes");
      }

      // The fields of each frame lie inside of it, those of a group inside of the group, and members are found in them.
      for (const line of lines) {
        if (line.length === undefined) continue;
        const frame = bytes.subarray(line.offset, line.offset + line.length);
        const explanation = codec.explain(frame, options);
        const check = (fields, start, end) => {
          for (const field of fields) {
            assert.ok(field.start >= start && field.end <= end && field.start <= field.end, stringify(field));
            check(field.fields, field.start, field.end);
          }
        };
        check(explanation.fields, 0, frame.length);
        for (const [at, range] of locate(line, explanation)) {
          assert.ok(range.start >= 0 && range.end <= frame.length, `${at}: ${stringify(range)}`);
        }
      }
    });
  }
});

test("explain says what the command line says", () => {
  for (const name of ["cpp/cpp-props-new.c2b.bin", "fila/Enqueue/", "mx/kat/command"]) {
    const stream = all.find((stream) => stream.name.startsWith(name)) ?? assert.fail(`no ${name}`);
    const text = wirescope(["explain", "--protocol", stream.protocol], stream.bytes);
    const [first] = codecs[stream.protocol].decode(stream.bytes);
    const frame = stream.bytes.subarray(0, first.length);
    const rows = [];
    const walk = (fields) => {
      for (const field of fields) {
        rows.push(`${field.start}..${field.end}`);
        walk(field.fields);
      }
    };
    walk(codecs[stream.protocol].explain(frame).fields);
    const expected = [...text.matchAll(/^ +(\d+\.\.\d+) /gm)].map(([, range]) => range);
    assert.deepEqual(rows, expected.slice(0, rows.length));
    assert.ok(rows.length > 3);
  }
});

test("the members of a message are found in its bytes", () => {
  const { bytes } = all.find(({ name }) => name === "cpp/cpp-props-new.c2b.bin");
  const line = codecs.bmq.decode(bytes)[2];
  const frame = bytes.subarray(line.offset, line.offset + line.length);
  const ranges = locate(line, codecs.bmq.explain(frame));
  const text = (path) => {
    const { start, end } = ranges.get(path);
    return frame.subarray(start, end).toString("latin1");
  };
  assert.equal(text("/message/messages/0/payload"), "payload-1");
  assert.equal(text("/message/messages/0/properties/8/name"), "str");
  assert.equal(text("/message/messages/0/properties/8/value"), "hello");
  assert.deepEqual(ranges.get("/message/messages/0/queueId"), { start: 16, end: 20 });
});

test("an edit changes what it should", () => {
  const { bytes } = all.find(({ name }) => name === "cpp/cpp-props-new.c2b.bin");
  const lines = codecs.bmq.decode(bytes);
  lines[2].message.messages[0].payload = new TextEncoder().encode("another payload");
  const again = codecs.bmq.decode(codecs.bmq.encode(lines));
  assert.equal(Buffer.from(again[2].message.messages[0].payload, "hex").toString(), "another payload");
  assert.equal(again[2].message.messages[0].crc32c.scope, "unpadded");
  assert.deepEqual(again[3].message, lines[3].message);
});

test("a payload that objects do not hold exactly comes back unless it is edited", () => {
  const text = '{"version":1,"type":"EVENT","event":"E","payload":{"b":1.0,"10":2,"9":12345678901234567890}}';
  const frame = Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  const [line] = codecs.mx.decode(frame);
  assert.equal(line.message.payload[9], 12345678901234567890n);
  assert.ok(frame.equals(codecs.mx.encode(line)));
  line.message.payload.b = 1.5;
  assert.match(Buffer.from(codecs.mx.encode(line)).toString(), /"b":1\.5/);
});

test("errors say where", () => {
  assert.throws(() => codecs.bmq.encode({ type: "PUT", message: { messages: [{ queueId: "x" }] } }), /messages\[0\]/);
  assert.throws(() => codecs.fila.encode({ protocol: "mx" }), /the line is of mx, the encoder of fila/);
  assert.throws(() => codecs.bmq.decode(new Uint8Array(8), { strikt: true }), /options.strikt: is not known/);
  assert.throws(() => codecs.bmq.decode(new Uint8Array(8), { dialect: "x" }), /options.dialect: must be/);
  assert.throws(() => codecs.bmq.decoder().feed("text"), /must be a Uint8Array/);
});

test("a stream that broke says so, and a finished one takes no more", () => {
  const decoder = codecs.bmq.decoder();
  assert.deepEqual(decoder.feed(new Uint8Array([0, 0, 0, 1, 0, 0, 0, 0])), []);
  assert.ok(decoder.isBroken);
  const [line] = decoder.finish();
  assert.equal(line.error.reason, "length_too_small");
  assert.deepEqual(decoder.finish(), []);
  assert.throws(() => decoder.feed(new Uint8Array(1)), /finished/);
});

test("the protocol is found out", () => {
  const heartbeat = new Uint8Array([0, 0, 0, 8, 0x4b, 2, 0, 0]);
  assert.equal(codecs.detect(heartbeat).protocol, "bmq");
  assert.equal(codecs.detect(new TextEncoder().encode("GET / HTTP/1.1")), undefined);
});
