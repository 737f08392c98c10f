import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../../adapters/git/load-manifest.ts";
import type { TreeChange } from "../../../adapters/git/read-changes.ts";
import { writeManifest } from "../../../adapters/git/write-manifest.ts";
import { type Manifest, manifestSchema } from "../../../core/model/manifest.ts";
import { aWorkTree } from "./work-tree.ts";

const isManifest = new Ajv().compile(manifestSchema);

function fields(more: Partial<Manifest> = {}): Omit<Manifest, "changes"> {
  return {
    ...{ version: 1, job: { issue: 42, kind: "task", task: "T01", attempt: 1 }, base: "a".repeat(40) },
    ...{
      engine: "script",
      sandbox: "bubblewrap",
      outcome: "done",
      usage: { input: 1, output: 2 },
      seconds: 1,
      checks: [],
    },
    ...more,
  };
}

const aFile = (path: string, text: string): TreeChange => ({
  kind: "file",
  path,
  mode: "100644",
  content: Buffer.from(text),
});

describe("writing a manifest", () => {
  it("keeps notes and the choice within their bounds, and counts the notes that it leaves out", async () => {
    using tree = aWorkTree();
    const notes = Array.from({ length: 30 }, (_, index) => `${index} ${"🎉".repeat(400)}`);
    const manifest = fields({ notes, choice: "x".repeat(2_000) });
    const written = await writeManifest({ manifest, changes: [], out: tree.out });
    expect(isManifest(written)).toBe(true);
    expect(written.notes).toHaveLength(20);
    expect(written.notes!.at(-1)).toBe("And 11 more notes.");
  });

  it("puts each content beside it under its digest, and reads back the same", async () => {
    using tree = aWorkTree();
    const changes: TreeChange[] = [aFile("a", "same"), aFile("b", "same"), { kind: "deleted", path: "c" }];
    const written = await writeManifest({ manifest: fields(), changes, out: tree.out });
    expect(isManifest(written)).toBe(true);
    const loaded = await loadManifest(tree.out);
    expect(loaded.manifest).toEqual(written);
    expect(loaded.digests.size).toBe(1);
    const sha256 = [...loaded.digests][0]!;
    expect(written.changes).toEqual([
      { path: "a", mode: "100644", size: 4, sha256 },
      { path: "b", mode: "100644", size: 4, sha256 },
      { path: "c", deleted: true },
    ]);
    expect(loaded.file(sha256)?.toString()).toBe("same");
    expect(loaded.file("0".repeat(64))).toBeUndefined();
  });

  it.each(["symlink", "submodule", "special", "oversize", "badname"] as const)(
    "refuses a %s by name and keeps the rest",
    async (kind) => {
      using tree = aWorkTree();
      const changes: TreeChange[] = [aFile("good", "g"), { kind, path: "bad/one" }];
      const written = await writeManifest({
        manifest: fields({ answer: { summary: "s" } }),
        changes,
        out: tree.out,
      });
      expect(written).toMatchObject({
        outcome: "refused-change",
        reason: expect.stringContaining("`bad/one`"),
      });
      expect(written.changes.map((change) => change.path)).toEqual(["good"]);
      expect(isManifest(written)).toBe(true);
    },
  );

  it("stays within the schema whatever it is given", async () => {
    using tree = aWorkTree();
    const long = "x".repeat(50_000);
    const changes = Array.from(
      { length: 5_001 },
      (_, index): TreeChange => ({ kind: "deleted", path: `f${index}` }),
    );
    const check = { name: "test", command: "t", ok: false, seconds: 1, tail: long };
    const manifest = fields({ reason: long, text: long, checks: [check] });
    const written = await writeManifest({ manifest, changes: [...changes, aFile(long, "x")], out: tree.out });
    expect(isManifest(written)).toBe(true);
    expect(written.reason).toContain("5002 paths");
  });

  it("replaces what an earlier attempt left", async () => {
    using tree = aWorkTree();
    await writeManifest({ manifest: fields(), changes: [aFile("a", "old")], out: tree.out });
    await writeManifest({ manifest: fields(), changes: [aFile("a", "new")], out: tree.out });
    expect(readdirSync(tree.out).sort()).toEqual(["files", "manifest.json"]);
    expect(readdirSync(join(tree.out, "files"))).toHaveLength(1);
  });
});

describe("loading a forged artifact", () => {
  const forgeries: [string, (out: string) => void, RegExp][] = [
    ["a further file", (out) => writeFileSync(join(out, "extra"), ""), /holds `extra`/],
    ["no manifest", (out) => rmSync(join(out, "manifest.json")), /no manifest\.json/],
    [
      "a manifest that is a link",
      (out) => relink(join(out, "manifest.json"), "/etc/passwd"),
      /`manifest\.json`/,
    ],
    ["a folder of files that is a link", (out) => relink(join(out, "files"), "/etc"), /`files`/],
    ["a manifest that is not JSON", (out) => writeFileSync(join(out, "manifest.json"), "{"), /not JSON/],
    ["a huge manifest", (out) => truncateSync(join(out, "manifest.json"), 17_000_000), /at most 16000000/],
    ["a file with a free name", (out) => writeFileSync(join(out, "files/../files/name"), "x"), /files\/name/],
    [
      "a content that is a link",
      (out) => symlinkSync("/etc/passwd", join(out, "files", "b".repeat(64))),
      /not a regular file/,
    ],
    [
      "a folder among the files",
      (out) => mkdirSync(join(out, "files", "b".repeat(64))),
      /not a regular file/,
    ],
    [
      "a content of another digest",
      (out) => writeFileSync(join(out, "files", "b".repeat(64)), "x"),
      /has the sha256/,
    ],
    ["no folder at all", (out) => rmSync(out, { recursive: true }), /cannot be read/],
  ];
  it.each(forgeries)("refuses %s", async (_, forge, words) => {
    using tree = aWorkTree();
    await writeManifest({ manifest: fields(), changes: [aFile("a", "x")], out: tree.out });
    forge(tree.out);
    await expect(loadManifest(tree.out)).rejects.toMatchObject({
      code: "artifact",
      message: expect.stringMatching(words),
    });
  });

  it("hands over whatever JSON it is, for the schema to judge", async () => {
    using tree = aWorkTree();
    mkdirSync(tree.out);
    writeFileSync(join(tree.out, "manifest.json"), '{"__proto__": {"polluted": true}}');
    const { manifest } = await loadManifest(tree.out);
    expect(isManifest(manifest)).toBe(false);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(readFileSync(join(tree.out, "manifest.json"), "utf8")).toContain("__proto__");
  });
});

function relink(path: string, target: string): void {
  rmSync(path, { recursive: true });
  symlinkSync(target, path);
}
