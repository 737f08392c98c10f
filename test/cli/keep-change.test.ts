import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openClone } from "../../cli/open-clone.ts";
import { keepChange } from "../../cli/run/keep-change.ts";
import { aManifest } from "../builders/a-manifest.ts";
import { aClone } from "./a-clone.ts";

const content = "by an agent\n";
const sha256 = createHash("sha256").update(content).digest("hex");

/** What a crew leaves that wrote one file. */
function aResult(clone: ReturnType<typeof aClone>, path: string) {
  const manifest = aManifest({
    outcome: "done",
    changes: [{ path, mode: "100644", sha256, size: content.length }],
  });
  const out = join(clone.folder, "../out");
  mkdirSync(join(out, "files"), { recursive: true });
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(out, "files", sha256), content);
  return { manifest, out };
}

describe("the change that gsd run keeps", () => {
  it("is in the work tree, where nothing of it was touched", async () => {
    using clone = aClone({ "a.txt": "a\n" });
    const { manifest, out } = aResult(clone, "a.txt");
    expect(await keepChange(await openClone(clone.folder), manifest, out)).toBe("");
    expect(readFileSync(join(clone.folder, "a.txt"), "utf8")).toBe(content);
  });

  it.each([
    ["a file that is not committed", "notes", "notes"],
    ["a file where it needs a folder", "notes", "notes/day.md"],
    ["a folder where it needs a file", "notes/day.md", "notes"],
    ["what git ignores", "kept/secret.env", "kept"],
  ])("overwrites no work of its own: %s", async (_, theirs, path) => {
    using clone = aClone({ ".gitignore": "kept/\n" });
    clone.write(theirs, "mine\n");
    const { manifest, out } = aResult(clone, path);
    const opened = await openClone(clone.folder);
    const place = (await keepChange(opened, manifest, out)) ?? "";
    expect(place).toBe(join(opened.gitDir, "gsd-run"));
    expect(readFileSync(join(clone.folder, theirs), "utf8")).toBe("mine\n");
    expect(readFileSync(join(place, path), "utf8")).toBe(content);
    // The first one may not have been looked at yet.
    expect(await keepChange(opened, manifest, out)).toBe(`${place}-2`);
  });

  it("overwrites nothing that was committed while the agents worked; other commits do not matter", async () => {
    using clone = aClone({ "a.txt": "a\n", "b.txt": "b\n" });
    const before = await openClone(clone.folder);
    clone.write("a.txt", "mine\n");
    clone.git("commit", "--quiet", "--all", "--message=meanwhile");
    const { manifest, out } = aResult(clone, "a.txt");
    expect(await keepChange(before, manifest, out)).toBe(join(before.gitDir, "gsd-run"));
    expect(readFileSync(join(clone.folder, "a.txt"), "utf8")).toBe("mine\n");
    const other = aResult(clone, "b.txt");
    expect(await keepChange(before, other.manifest, other.out)).toBe("");
  });

  it("is nothing, where the work failed", async () => {
    using clone = aClone({ "a.txt": "a\n" });
    const { manifest, out } = aResult(clone, "b.txt");
    const failed = { ...manifest, outcome: "crashed" as const };
    expect(await keepChange(await openClone(clone.folder), failed, out)).toBeUndefined();
    expect(existsSync(join(clone.folder, "b.txt"))).toBe(false);
  });
});
