import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createShelf } from "../../adapters/pages/create-shelf.ts";
import { listZip, readZipEntry } from "../../adapters/pages/read-zip.ts";
import { createZip } from "../../local/forge/zip.ts";

const zip = createZip([
  { path: "manifest.json", content: Buffer.from('{"version":2}') },
  { path: "files/é", content: Buffer.from("text") },
]);

/** The first file of an archive, packed as GitHub packs it. */
function packed(content: Buffer, size = content.length): Buffer {
  const body = deflateRawSync(content);
  const made = createZip([{ path: "a", content: body }]);
  const central = made.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  made.writeUInt16LE(8, 8);
  made.writeUInt16LE(8, central + 10);
  made.writeUInt32LE(size, central + 24);
  return made;
}

describe("an artifact's archive", () => {
  it("is listed and read, packed or not", () => {
    const entries = listZip(zip);
    expect(entries.map(({ path }) => path)).toEqual(["manifest.json", "files/é"]);
    expect(entries.map((entry) => readZipEntry(zip, entry, 100).toString())).toEqual([
      '{"version":2}',
      "text",
    ]);
    const small = packed(Buffer.from("again ".repeat(100)));
    expect(readZipEntry(small, listZip(small)[0]!, 1_000).toString()).toMatch(/^again again/);
  });

  it("is not unpacked beyond what was asked for, whatever it says of itself", () => {
    const bomb = packed(Buffer.alloc(5_000_000), 10);
    expect(() => readZipEntry(bomb, listZip(bomb)[0]!, 1_000_000)).toThrow(/larger than 1000000 bytes/);
  });

  it("is refused with a sentence wherever it is cut or changed", () => {
    for (let length = 0; length < zip.length; length += 7) {
      const cut = zip.subarray(0, length);
      expect(() => listZip(cut)).toThrow(/^The artifact /);
    }
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      try {
        for (const entry of listZip(changed)) readZipEntry(changed, entry, 1_000);
      } catch (error) {
        expect((error as Error).message).toMatch(/^The artifact /);
      }
    }
  });
});

describe("the shelf", () => {
  it("keeps what was last used, and no more bytes than it may", () => {
    const shelf = createShelf<string>(10);
    shelf.put("a", "A", 4);
    shelf.put("b", "B", 4);
    shelf.get("a");
    shelf.put("c", "C", 4);
    expect(["a", "b", "c"].map(shelf.get)).toEqual(["A", undefined, "C"]);
    shelf.put("d", "D", 11);
    expect(shelf.get("d")).toBeUndefined();
  });
});
