// The captures that come with the page, copied or put together from the project's fixtures.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const testdata = new URL("../../testdata/", import.meta.url);

/** The frames of vectors, one behind another. */
function frames(file, member, take) {
  const vectors = readFileSync(new URL(file, testdata), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const chosen = vectors.filter((vector) => typeof vector[member] === "string" && take(vector));
  return Buffer.concat(chosen.map((vector) => Buffer.from(vector[member], "hex")));
}

/** What a sample is made of: a file, or bytes. */
export const SAMPLES = [
  {
    file: "blazingmq-properties.bin",
    title: "BlazingMQ, messages with properties",
    about: "The official C++ client negotiates, opens a queue and posts.",
    from: "bmq/cpp/cpp-props-new.c2b.bin",
  },
  {
    file: "blazingmq-consume.bin",
    title: "BlazingMQ, a consumer",
    about: "What a broker sends: PUSH events, responses, heartbeats.",
    from: "bmq/cpp/cpp-consume-new.b2c.bin",
  },
  {
    file: "blazingmq-node-zlib.bin",
    title: "BlazingMQ, the Node SDK's dialect",
    about: "Compressed messages in the form of the third-party SDK.",
    from: "bmq/node/node-zlib.c2b.bin",
  },
  {
    file: "fila-messages.bin",
    title: "Fila, all messages",
    about: "A frame of every opcode, extremes included.",
    make: () => frames("fila/good.jsonl", "frame", ({ opcode, request_id: id }) => opcode > "0x02" && id !== 0 && id < 1000),
  },
  {
    file: "fila-continued.bin",
    title: "Fila, continued operations",
    about: "One operation in several frames, and several at a time.",
    make: () =>
      frames("fila/stream.jsonl", "bytes", ({ kind, limits }) => !limits && /continuation|interleaved/.test(kind)),
  },
  {
    file: "messagex.bin",
    title: "MessageX, commands and events",
    about: "JSON envelopes: commands, responses, events.",
    make: () => frames("mx/good.jsonl", "frame", (vector) => vector.limits === undefined),
  },
  {
    file: "three-protocols.pcap",
    title: "Packets of all three",
    about: "A capture with a connection of each protocol.",
    from: "pcap/three-protocols.pcap",
  },
  {
    file: "gap-across-frames.pcap",
    title: "Packets with a gap",
    about: "Segments are missing, and the next frame is searched for.",
    from: "pcap/gap-across-frames.pcap",
  },
  {
    file: "fila-errors.bin",
    title: "Fila, malformed messages",
    about: "Frames that must be refused, each for another reason.",
    make: () =>
      frames("fila/bad.jsonl", "bytes", ({ expect, at_eof }) => expect.layer === "message" && !expect.fatal && !at_eof),
  },
];

/** Writes the samples and the list of them that the page reads. */
export function writeSamples(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, from, make } of SAMPLES) {
    if (from !== undefined) cpSync(new URL(from, testdata), new URL(file, folder));
    else writeFileSync(new URL(file, folder), make());
  }
  const list = SAMPLES.map(({ file, title, about }) => ({ file, title, about }));
  writeFileSync(new URL("index.json", folder), JSON.stringify(list));
}
