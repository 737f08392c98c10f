import { crc32 } from "node:zlib";

/** A zip archive with the files stored as they are. */
export function createZip(files: { path: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path, "utf8");
    const sizes = { crc: crc32(content), size: content.length, name: name.length };
    const local = Buffer.concat([localHeader(sizes), name, content]);
    directory.push(Buffer.concat([centralHeader({ ...sizes, offset }), name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecord({ count: files.length, size: central.length, offset })]);
}

interface Sizes {
  crc: number;
  size: number;
  name: number;
}

/** 1980-01-01, since zip knows nothing older and a fixed date keeps archives the same. */
const DATE = 0x0021;
const UTF8 = 0x0800;

function localHeader({ crc, size, name }: Sizes): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(UTF8, 6);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name, 26);
  return header;
}

function centralHeader({ crc, size, name, offset }: Sizes & { offset: number }): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(UTF8, 8);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name, 28);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endRecord({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
