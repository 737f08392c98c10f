import { inflateRawSync } from "node:zlib";
import { GsdError } from "../../core/gsd-error.ts";

/** A file in an archive: where it begins, and what it says of its size. */
export interface ZipEntry {
  path: string;
  size: number;
  packed: number;
  method: number;
  offset: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
/** The end record is the last thing, but for a comment. */
const longestEnd = 22 + 65_535;
const mostEntries = 10_000;

/** What a zip archive says it holds: by its directory, which comes last. Somebody else made it, so nothing in it is believed. */
export function listZip(zip: Buffer): ZipEntry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw refuse(`contains ${count} files`);
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== entryMark) throw refuse("has a broken directory");
    const name = zip.readUInt16LE(at + 28);
    entries.push({
      path: zip.toString("utf8", at + 46, at + 46 + name),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** A file's content, up to so many bytes; one that is larger than it said it is refused. */
export function readZipEntry(
  zip: Buffer,
  { offset, packed, method, path }: ZipEntry,
  maxBytes: number,
): Buffer {
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== fileMark) throw refuse(`has no ${path}`);
  const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const content = zip.subarray(begin, begin + packed);
  if (content.length !== packed) throw refuse(`ends within ${path}`);
  if (method !== 0 && method !== 8) throw refuse(`packs ${path} in an unknown way`);
  try {
    const plain = method === 0 ? content : inflateRawSync(content, { maxOutputLength: maxBytes });
    if (plain.length <= maxBytes) return plain;
  } catch (error) {
    throw refuse(`contains ${path}, which is broken or larger than ${maxBytes} bytes`, error);
  }
  throw refuse(`contains ${path}, which is larger than ${maxBytes} bytes`);
}

function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - longestEnd);
  for (let at = zip.length - 22; at >= first; at -= 1) if (zip.readUInt32LE(at) === endMark) return at;
  throw refuse("is no zip archive");
}

function refuse(what: string, cause?: unknown): GsdError {
  return new GsdError("artifact", `The artifact ${what}.`, { cause });
}
