// The project's fixtures, and what the command line says of them.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const testdata = new URL("../../../testdata/", import.meta.url);

/** The vectors of a file: an object a line. */
export function vectors(file) {
  return readFileSync(new URL(file, testdata), "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** Bytes of a form: hex text, repeated hex, a frame around generated text, or several of these. */
function bytesOf(form) {
  if (form === undefined || form === null) return undefined;
  if (typeof form === "string") return Buffer.from(form, "hex");
  if (Array.isArray(form)) return Buffer.concat(form.map(bytesOf));
  const { prefix, repeat, times, suffix } = form;
  if (prefix === undefined) return Buffer.from(repeat.repeat(times), "hex");
  const text = Buffer.from(prefix + repeat.repeat(times) + suffix);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** All raw streams there are: `{name, protocol, bytes}`. */
export function streams() {
  const found = [];
  for (const folder of ["cpp", "node", "tolerance"]) {
    for (const file of readdirSync(new URL(`bmq/${folder}/`, testdata)).filter((file) => file.endsWith(".bin")).sort()) {
      found.push({ name: `${folder}/${file}`, protocol: "bmq", bytes: readFileSync(new URL(`bmq/${folder}/${file}`, testdata)) });
    }
  }
  for (const protocol of ["fila", "mx"]) {
    for (const [file, member] of [["good", "frame"], ["bad", "bytes"], ["bad", "frame"], ["good", "generator"], ["stream", "bytes"]]) {
      for (const vector of vectors(`${protocol}/${file}.jsonl`)) {
        const bytes = bytesOf(vector[member]);
        if (bytes !== undefined) found.push({ name: `${protocol}/${vector.name}`, protocol, bytes });
      }
    }
  }
  return found;
}

/** The packet captures, where they lie beside the project: `{name, bytes}`. */
export function captures() {
  const folder = new URL("pcap/", testdata);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /\.pcap(ng)?$/.test(file)).sort();
  return files.map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }));
}

/** The output of the command line for input that may be malformed. */
export function wirescope(args, input) {
  const options = { input, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "pipe"] };
  try {
    return execFileSync(process.env.WIRESCOPE, [...args, "-"], options);
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
}
