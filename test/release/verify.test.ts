import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { product } from "../../core/product.ts";
import { decideTags } from "../../scripts/release/decide-tags.ts";
import { makeCommit } from "../../scripts/release/make-commit.ts";
import { readReleaseRun } from "../../scripts/release/read-release-run.ts";
import { verifyRelease } from "../../scripts/release/verify-release.ts";
import { git } from "./a-release-world.ts";

const [source, release, other] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];

describe("the tags of a release", () => {
  const decide = (version: string, tags: Record<string, string>) =>
    decideTags({ version, source, release, tags: new Map(Object.entries(tags)) });

  it.each([
    ["the first one", "1.0.0", {}, ["v1.0.0", "v1"]],
    ["one that was asked for by its tag", "1.0.0", { "v1.0.0": source }, ["v1.0.0", "v1"]],
    ["the next one", "1.1.0", { v1: other, "v1.0.0": other }, ["v1.1.0", "v1"]],
    ["one that died between its tags", "1.1.0", { v1: other, "v1.1.0": release }, ["v1"]],
    ["one that is out", "1.1.0", { v1: release, "v1.1.0": release }, []],
    ["a fix of an older one", "1.0.1", { v1: other, "v1.1.0": other }, ["v1.0.1"]],
    ["a new major one", "2.0.0", { v1: other, "v1.9.0": other }, ["v2.0.0", "v2"]],
    [
      "beside tags of other kinds",
      "1.0.0",
      { "v1.x": other, "gsd/checkpoint/1/T01": other },
      ["v1.0.0", "v1"],
    ],
  ])("%s", (_, version, tags, expected) =>
    expect(decide(version, tags as Record<string, string>)).toEqual(expected),
  );

  it("never moves one that people have", () => {
    expect(() => decide("1.0.0", { "v1.0.0": other })).toThrow(`v1.0.0 is released already, as ${other}`);
  });
});

describe("what was built", () => {
  /** A source with a bundle, and the release that a build made of it, before something is done to it. */
  function aBuild() {
    const root = mkdtempSync(join(tmpdir(), "gsd-verify-"));
    const folder = join(root, "release");
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write("README.md", "source\n");
    git(root, "init", "--quiet", "--initial-branch=main");
    git(root, "add", "README.md");
    git(root, "-c", "user.name=m", "-c", "user.email=m@example.com", "commit", "--quiet", "--message", "one");
    write("dist/action/main.mjs", "bundle\n");
    const sourceSha = git(root, "rev-parse", "HEAD");
    const run = { ...readReleaseRun(root, { GITHUB_REPOSITORY: product.repository }), source: sourceSha };
    const manifest = { name: product.package, version: product.version, bin: { gsd: "dist/cli/gsd.mjs" } };
    return {
      root,
      write,
      manifest,
      /** Lays out the folder as the build job does. */
      lay(sha: string, given: object = manifest) {
        git(root, "update-ref", "refs/release/commit", sha);
        mkdirSync(folder, { recursive: true });
        git(
          root,
          "bundle",
          "create",
          "--quiet",
          join(folder, "commit.bundle"),
          "refs/release/commit",
          `^${sourceSha}`,
        );
        cpSync(join(root, "dist/action"), join(folder, "action"), { recursive: true });
        write("package/package.json", JSON.stringify(given));
        write("package/dist/release.json", JSON.stringify({ sha, repository: product.repository }));
        execFileSync("tar", ["-czf", join(folder, "gsd.tgz"), "-C", root, "package"]);
      },
      commit: () => makeCommit(root, sourceSha),
      verify: () => verifyRelease(run),
      [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
    };
  }

  it("is taken when it is the source with its bundle", async () => {
    using one = aBuild();
    const sha = one.commit();
    one.lay(sha);
    expect(await one.verify()).toBe(sha);
  });

  it("is refused when the commit changes anything else", async () => {
    using one = aBuild();
    one.write("README.md", "slipped in\n");
    git(one.root, "add", "--force", "README.md", "dist/action");
    const tree = git(one.root, "write-tree");
    const sha = git(
      one.root,
      "-c",
      "user.name=m",
      "-c",
      "user.email=m@example.com",
      "commit-tree",
      tree,
      "-p",
      "HEAD",
      "-m",
      "x",
    );
    one.lay(sha);
    await expect(one.verify()).rejects.toThrow(/changes more than dist\/action: .*README\.md/);
  });

  it("is refused when the commit has another parent", async () => {
    using one = aBuild();
    const tree = git(one.root, "rev-parse", "HEAD^{tree}");
    const who = ["-c", "user.name=m", "-c", "user.email=m@example.com"];
    const between = git(one.root, ...who, "commit-tree", tree, "-p", "HEAD", "-m", "between");
    one.lay(git(one.root, ...who, "commit-tree", tree, "-p", between, "-m", "x"));
    await expect(one.verify()).rejects.toThrow(/has the parents/);
  });

  it("is refused when the attested files are others than the committed ones", async () => {
    using one = aBuild();
    one.lay(one.commit());
    one.write("release/action/main.mjs", "another\n");
    await expect(one.verify()).rejects.toThrow("action/main.mjs is not what the release commit has");
  });

  it.each([
    [{ scripts: { postinstall: "node x.js" } }, /has scripts or dependencies/],
    [{ dependencies: { left: "1" } }, /has scripts or dependencies/],
    [{ version: "9.9.9" }, /is gsd@9\.9\.9; it should be gsd@/],
    [{ bin: { gsd: "x.js" } }, /should start dist\/cli\/gsd\.mjs/],
  ])("is refused when the npm package says %j", async (more, words) => {
    using one = aBuild();
    one.lay(one.commit(), { ...one.manifest, ...more });
    await expect(one.verify()).rejects.toThrow(words);
  });

  it("is not even looked at in a copy that has our name", () => {
    expect(() => readReleaseRun("/", { GITHUB_REPOSITORY: "me/copy" })).toThrow(
      /package\.json says that gsd lives in .*, and this is me\/copy\. Change `repository` there/,
    );
  });
});
