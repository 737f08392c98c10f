import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeProduct } from "../../core/product.ts";
import { closeSection, readSection } from "../../scripts/release/changelog.ts";
import { nextVersion } from "../../scripts/release/next-version.ts";

describe("a version", () => {
  it.each([
    ["1.2.3", "patch", "1.2.4"],
    ["1.2.3", "minor", "1.3.0"],
    ["0.9.9", "major", "1.0.0"],
    ["0.1.0", "0.10.0", "0.10.0"],
  ])("%s raised by %s is %s", (now, wish, next) => expect(nextVersion(now, wish)).toBe(next));

  it.each([
    ["1.2.3", "1.2.3", "is not higher than 1.2.3"],
    ["1.10.0", "1.9.0", "is not higher than 1.10.0"],
    ["1.2.3", "v2", "is not a version"],
    ["1.2.3", "", "is not a version"],
  ])("%s cannot become %j", (now, wish, words) => expect(() => nextVersion(now, wish)).toThrow(words));
});

describe("the changelog", () => {
  const text =
    "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One.\n\n## [0.1.0] - 2026-01-01\n\n- Zero.\n";

  it("gets a section for the version, and an empty one above it", () => {
    const closed = closeSection(text, "0.2.0", "2026-02-02");
    expect(readSection(closed, "0.2.0")).toBe("### Added\n\n- One.");
    expect(readSection(closed, "Unreleased")).toBe("");
    expect(readSection(closed, "0.1.0")).toBe("- Zero.");
    expect(closed).toContain("## [0.2.0] - 2026-02-02");
  });

  it("has to say something about a version", () => {
    const closed = closeSection(text, "0.2.0", "2026-02-02");
    expect(() => closeSection(closed, "0.3.0", "2026-03-03")).toThrow("nothing under [Unreleased]");
  });
});

describe("package.json", () => {
  it("says what gsd is called, and where its schema and its tags are", () => {
    const facts = {
      name: "@me/work",
      version: "2.3.4",
      repository: { url: "git+https://github.com/me/work.git" },
    };
    expect(describeProduct(facts)).toEqual({
      package: "@me/work",
      version: "2.3.4",
      repository: "me/work",
      url: "https://github.com/me/work",
      tag: "v2.3.4",
      majorTag: "v2",
      schemaUrl: "https://raw.githubusercontent.com/me/work/v2.3.4/docs/gsd.schema.json",
      backlogSchemaUrl: "https://raw.githubusercontent.com/me/work/v2.3.4/docs/backlog.schema.json",
      recipeSchemaUrl: "https://raw.githubusercontent.com/me/work/v2.3.4/docs/recipe.schema.json",
    });
  });
});

describe("raise-version", () => {
  /** A copy of this repository's own files. */
  function aClone() {
    const folder = mkdtempSync(join(tmpdir(), "gsd-raise-"));
    const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      encoding: "utf8",
    });
    for (const path of tracked
      .split("\n")
      .filter((one) => /^(app|core|scripts|docs|cli|web)\/|^[^/]+$/.test(one) && one !== ""))
      cpSync(path, join(folder, path));
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    return {
      folder,
      read: (path: string) => readFileSync(join(folder, path), "utf8"),
      raise: (wish: string) =>
        spawnSync(process.execPath, ["scripts/raise-version.ts", wish], { cwd: folder, encoding: "utf8" }),
      [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
    };
  }

  it("changes the version in all places at once, and the repository's name from its one place", () => {
    using clone = aClone();
    const renamed = clone.read("package.json").replace("github.com/gsd/gsd.git", "github.com/me/work.git");
    writeFileSync(join(clone.folder, "package.json"), renamed);
    const { status, stderr } = clone.raise("7.0.0");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(JSON.parse(clone.read("package.json")).version).toBe("7.0.0");
    const lock = JSON.parse(clone.read("package-lock.json"));
    expect([lock.version, lock.packages[""].version]).toEqual(["7.0.0", "7.0.0"]);
    expect(readSection(clone.read("CHANGELOG.md"), "7.0.0")).not.toBe("");
    expect(clone.read("docs/configuration.md")).toContain("/me/work/v7.0.0/docs/gsd.schema.json");
    expect(clone.read("cli/templates/gsd-tick.yml")).toContain("uses: me/work/.github/workflows/gsd.yml@0");
    expect(clone.read("app.yml")).toContain("url: https://github.com/me/work\n");
    const left = ["README.md", "app.yml", "docs/install-app.md", "docs/configuration.md"].filter((path) =>
      /\bgsd\/gsd\b/.test(clone.read(path)),
    );
    expect(left).toEqual([]);
  });

  it("writes nothing when the version is wrong", () => {
    using clone = aClone();
    const before = clone.read("package.json");
    const { status, stderr } = clone.raise("next");
    expect(status).toBe(2);
    expect(stderr).toContain('"next" is not a version');
    expect(clone.read("package.json")).toBe(before);
  });
});
