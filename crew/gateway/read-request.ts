import type { IncomingMessage } from "node:http";
import { parseObject } from "../../core/text/parse-object.ts";
import type { Body } from "./wires/wire.ts";

/** What all bodies together may have, in all gateways of this process: it holds keys, and must not die of a request. */
const maxHeldBytes = 32_000_000;
/** Values in one body. A megabyte of conversation has some thousands; a megabyte of empty objects takes fifty of memory. */
const maxValues = 200_000;

const held = { bytes: 0 };

/** A body that was read; its bytes count as held until it is released. */
export interface HeldBody {
  bytes: Buffer;
  release(): void;
}

/** The whole body, or why not, with the rest unread. */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<HeldBody | "too-large" | "busy"> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve("too-large");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      held.bytes -= size;
      size = 0;
    };
    const stop = (why: "too-large" | "busy") => {
      request.pause();
      request.removeAllListeners("data");
      release();
      resolve(why);
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      held.bytes += chunk.length;
      if (size > maxBytes) stop("too-large");
      else if (held.bytes > maxHeldBytes) stop("busy");
      else chunks.push(chunk);
    });
    request.on("end", () => resolve({ bytes: Buffer.concat(chunks), release }));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) release();
      reject(new Error("The request broke off."));
    });
  });
}

/** The JSON of a body, or the reason it may not pass. */
export function parseBody(bytes: Buffer, encoding: string | undefined): Body | string {
  if (encoding !== undefined && encoding !== "identity") return "send the body without content-encoding";
  if (countValues(bytes) > maxValues) return `the body has more than ${maxValues} values`;
  return parseObject(bytes.toString("utf8")) ?? "the body has to be a JSON object";
}

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Roughly how many values a JSON text has: what begins or goes on outside of its strings. */
function countValues(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma || byte === bracket || byte === brace) count += 1;
  }
  return count;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}
