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
import { describe, expect, it } from "vitest";
import { describeChanges } from "../../../adapters/git/describe-changes.ts";
import { loadManifest } from "../../../adapters/git/load-manifest.ts";
import type { TreeChange } from "../../../adapters/git/read-changes.ts";
import { writeManifest } from "../../../adapters/git/write-manifest.ts";
import { type Manifest, manifestSchema, type StepRecord } from "../../../core/model/manifest.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { aWorkTree } from "./work-tree.ts";

const validate = createValidator<Manifest>(manifestSchema);
const isManifest = (value: unknown) => validate(value).ok;

function fields(more: Partial<Manifest> = {}): Manifest {
  return {
    version: 2,
    job: { issue: 42, kind: "task", task: "T01", attempt: 1 },
    base: "a".repeat(40),
    recipe: "task",
    sandbox: "bubblewrap",
    outcome: "done",
    notes: [],
    steps: [],
    changes: [],
    seconds: 1,
    ...more,
  };
}

function anAnswer(document: string, more: object = {}): StepRecord {
  return {
    type: "agent",
    id: "documents",
    round: 1,
    member: "spec",
    outcome: "done",
    ok: true,
    seconds: 1,
    role: "planner",
    engine: "script",
    usage: { input: 1, output: 2 },
    usd: 0,
    answer: { type: "document", value: { document } },
    ...more,
  };
}

const aFile = (path: string, text: string): TreeChange => ({
  kind: "file",
  path,
  mode: "100644",
  modeChanged: false,
  content: Buffer.from(text),
});

/** Writes a manifest with these changes. */
function write(out: string, found: TreeChange[], more: Partial<Manifest> = {}): Promise<Manifest> {
  const { changes, contents } = describeChanges(found);
  return writeManifest({ manifest: fields({ changes, ...more }), contents, out });
}

describe("writing a manifest", () => {
  it("puts each content beside it under its digest, and reads back the same", async () => {
    using tree = aWorkTree();
    const written = await write(tree.out, [
      aFile("a", "same"),
      aFile("b", "same"),
      { kind: "deleted", path: "c" },
    ]);
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

  it("puts a large answer into a file, and keeps it while a later manifest names it", async () => {
    using tree = aWorkTree();
    const large = "x".repeat(25_000);
    const first = await write(tree.out, [], { steps: [anAnswer(large), anAnswer("small")] });
    expect(isManifest(first)).toBe(true);
    expect(first.steps[1]).toEqual(anAnswer("small"));
    const again = await writeManifest({ manifest: first, contents: new Map(), out: tree.out });
    expect(again).toEqual(first);
    const { file } = (first.steps[0] as { answer: { file: string } }).answer;
    const content = (await loadManifest(tree.out)).file(file)?.toString() ?? "";
    expect(JSON.parse(content)).toEqual({ document: large });
  });

  it("stays within the schema whatever it is given", async () => {
    using tree = aWorkTree();
    const long = "x".repeat(50_000);
    const deleted = Array.from(
      { length: 5_001 },
      (_, index): TreeChange => ({ kind: "deleted", path: `f${index}` }),
    );
    const check = { name: "test", command: long, ok: false, seconds: 1, tail: long };
    const base = { round: 1, member: "", outcome: "crashed", ok: false, seconds: 1, reason: long } as const;
    const steps: StepRecord[] = [
      anAnswer("x", { reason: long, text: long, choice: long, session: long }),
      { type: "run", id: "check", ...base, checks: Array.from({ length: 12 }, () => check) },
      { type: "code", id: "gate", ...base, code: "gate", problems: Array.from({ length: 300 }, () => long) },
    ];
    const written = await write(tree.out, [...deleted, aFile(long, "x")], { reason: long, steps });
    expect(validate(written)).toMatchObject({ ok: true });
    expect(written.changes).toHaveLength(5_000);
  });

  it("replaces what an earlier step left", async () => {
    using tree = aWorkTree();
    await write(tree.out, [aFile("a", "old")]);
    await write(tree.out, [aFile("a", "new")]);
    expect(readdirSync(tree.out).sort()).toEqual(["files", "manifest.json"]);
    expect(readdirSync(join(tree.out, "files"))).toHaveLength(1);
  });

  it("is read though its process was killed while it wrote the next one", async () => {
    using tree = aWorkTree();
    const written = await write(tree.out, [aFile("a", "x")]);
    writeFileSync(join(tree.out, "manifest.part"), '{"versi');
    expect((await loadManifest(tree.out)).manifest).toEqual(written);
  });
});

describe("telling changes as data", () => {
  it.each(["symlink", "submodule", "special", "oversize", "badname"] as const)(
    "refuses a %s by name and keeps the rest",
    (kind) => {
      const { changes, refusals } = describeChanges([aFile("good", "g"), { kind, path: "bad/one" }]);
      expect(refusals).toEqual([expect.stringContaining("`bad/one`")]);
      expect(changes.map((change) => change.path)).toEqual(["good"]);
    },
  );
});

describe("loading a forged artifact", () => {
  const forgeries: [string, (out: string) => void, RegExp][] = [
    ["a further file", (out) => writeFileSync(join(out, "extra"), ""), /contains `extra`/],
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
    await write(tree.out, [aFile("a", "x")]);
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
