/** The shapes of lines. `docs/lines.md` of the project says what each member means. */

import type { Integer, Json, JsonObject } from "./json.js";

/** A protocol's short name. */
export type ProtocolName = "bmq" | "fila" | "mx";

/** Bytes as lowercase hexadecimal text. When encoding, a `Uint8Array` does as well. */
export type Hex = string;

/** Text, or the bytes of what is not UTF-8. */
export type TextOrHex = string | { hex: Hex };

/** In place of something secret: how many bytes it has. */
export interface Redacted {
  redacted: number;
}

/** How a stream is read. */
export interface Options {
  /** Refuse what the official source refuses. Default: read what clients were seen to accept, with findings. */
  strict?: boolean;
  /** BlazingMQ: whose form of the protocol; `auto`, the default, finds out, message by message. */
  dialect?: "auto" | "official" | "node-sdk";
  /** Longest frame, in bytes as the protocol counts them. */
  maxFrame?: number;
  /** Longest message after inflation, in bytes. */
  maxMessage?: number;
  /** Show credentials instead of their length. */
  showSecrets?: boolean;
  /** Fila: show enums by name, where they have one. */
  names?: boolean;
}

/** What is wrong with a frame or a stream. */
export interface ErrorInfo {
  layer: "capture" | "frame" | "reassembly" | "message";
  reason: string;
  /** True: nothing can be read behind it. */
  fatal: boolean;
  /** From the start of the frame in the layer `message`, from the start of the stream in the others. */
  offset: number;
  message: string;
  field: string;
  /** For people. */
  text: string;
}

/** A deviation that was read all the same. */
export interface Finding {
  reason: string;
  /** From the start of the frame. */
  offset: number;
  /** For people. */
  text: string;
}

/** What all lines have. */
export interface LineBase {
  /** Of the whole frame in the stream, in bytes. */
  offset: number;
  /** Of the whole frame; absent where a stream broke. */
  length?: number;
  /** In captures of packets: the connection. */
  conn?: number;
  /** In captures of packets: from the client to the server, or back. */
  dir?: "c2s" | "s2c";
  /** In captures of packets: when the frame was whole. */
  time?: string;
  protocol: ProtocolName;
  /** The type by name, or its number where it has none; absent where it could not be read. */
  type?: string | number;
  findings?: Finding[];
  /** The frame's bytes, where the canonical builder would not give them from the fields shown. */
  raw?: Hex;
  error?: ErrorInfo;
  /** With `error`: the bytes of the frame, or of the stream from there on. */
  bytes?: Hex | Redacted;
  /** How many bytes of a broken stream are not in `bytes`. */
  omitted?: number;
}

/** A BlazingMQ event. */
export interface BmqLine extends LineBase {
  protocol: "bmq";
  /** Where it is not canonical. */
  header?: { protocolVersion: number; headerWords: number; typeSpecific: number; reserved?: number };
  message?: BmqBody;
}

/** The body of an event; which members there are is told by the line's `type`. */
export interface BmqBody {
  /** PUT, PUSH, ACK, CONFIRM, REJECT, STORAGE, PARTITION_SYNC, RECOVERY. */
  messages?: (BmqMessage | BmqAck | BmqConfirm | BmqStorage | BmqRecovery | { error: ErrorInfo })[];
  /** Control messages. */
  encoding?: "BER" | "JSON";
  /** Control messages, in the schema's names. */
  control?: JsonObject;
  /** Event types that are not known, or hold bytes. */
  body?: Hex;
  /** CLUSTER_STATE, REPLICATION_RECEIPT. */
  [name: string]: unknown;
}

/** A PUT or PUSH message. */
export interface BmqMessage {
  queueId: number;
  /** 32 upper-case digits. */
  guid: string;
  /** PUT of a client without GUIDs; replaces the GUID when encoding. */
  correlationId?: number;
  /** Names, and the number of unnamed bits. */
  flags: (string | number)[];
  /** PUT. A number is written as it is. */
  crc32c?: { value: number; scope: "unpadded" | "padded" | "mismatch" } | number;
  headerWords?: number;
  compression: "NONE" | "ZLIB";
  schemaId: number;
  style?: "old" | "new";
  options?: JsonObject[];
  properties?: BmqProperty[];
  /** Inflated; null for an implicit payload. */
  payload?: Hex | null;
  dialect?: "official" | "node-sdk" | "either";
  /** The message is broken. */
  error?: ErrorInfo;
}

/** A property of a message. */
export interface BmqProperty {
  name: TextOrHex;
  type: "BOOL" | "CHAR" | "SHORT" | "INT32" | "INT64" | "STRING" | "BINARY";
  value: boolean | Integer | TextOrHex;
}

/** An item of ACK. */
export interface BmqAck {
  status: string | number;
  correlationId: number;
  guid: string;
  queueId: number;
}

/** An item of CONFIRM or REJECT. */
export interface BmqConfirm {
  queueId: number;
  guid: string;
  subQueueId: number;
}

/** A message of STORAGE or PARTITION_SYNC. */
export interface BmqStorage {
  flags: (string | number)[];
  messageType: string | number;
  partitionId: number;
  journalOffsetWords: number;
  payload: Hex;
}

/** A message of RECOVERY. */
export interface BmqRecovery {
  isFinalChunk: boolean;
  chunkType: string | number;
  partitionId: number;
  chunkSequenceNumber: number;
  md5: Hex;
  chunk: Hex;
}

/** A Fila frame. */
export interface FilaLine extends LineBase {
  protocol: "fila";
  /** Like `0x10`. */
  opcode?: string;
  flags?: number;
  request_id?: number;
  /** The fields in the specification's order and with its names; of an unknown opcode, `body`. */
  message?: JsonObject;
  /** Bytes behind the layout. */
  trailing?: Hex;
  /** The part of an operation that is continued. */
  body?: Hex | Redacted;
  /** On the frame that completes an operation: how many frames it took. */
  frames?: number;
}

/** A MessageX frame. */
export interface MxLine extends LineBase {
  protocol: "mx";
  message?: MxMessage;
}

/** A MessageX message; which members there are is told by the line's `type`. */
export interface MxMessage {
  version: number;
  /** COMMAND. */
  command?: string;
  /** COMMAND and RESPONSE. */
  requestId?: string;
  /** RESPONSE. */
  success?: boolean;
  /** RESPONSE that failed. */
  error?: { code: string; message: string };
  /** EVENT. */
  event?: string;
  /** Where a strict parser gives it back unchanged; */
  payload?: Json;
  /** else its text. */
  payloadText?: string;
  /** Members that do not belong to the type. */
  members?: ({ name: string; value: Json } | { name: string; valueText: string })[];
}

/** A frame, or what could not be read as one. */
export type Line = BmqLine | FilaLine | MxLine;

/** The line of a protocol. */
export interface LineOf {
  bmq: BmqLine;
  fila: FilaLine;
  mx: MxLine;
}

/** A field of a frame, or a group of fields, with its bytes. */
export interface Field {
  /** Of a group, its type or its name and how many items it has. */
  name: string;
  /** What the message that holds it calls it, where that differs from `name`. */
  field?: string;
  /** The first byte, counted from the start of the frame. */
  start: number;
  /** Behind the last byte. */
  end: number;
  /** For people; absent for a group. */
  value?: string;
  /** What a group holds. */
  fields: Field[];
}

/** The fields of a frame in the order of its bytes. */
export interface Explanation {
  fields: Field[];
  /** What ended the walk early. */
  error?: string;
}
