import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createIgnoreRules, type IgnoreFile } from "../../../core/check/ignore-rules.ts";

const files = [
  ...[
    "a",
    "b.txt",
    "a.txt",
    "ab",
    "foo.log",
    "foo bar",
    "!x",
    "#y",
    "a-b",
    "[a]",
    "build/x",
    "build/a/b.txt",
  ],
  ...[
    "src/a",
    "src/a.txt",
    "src/build/x",
    "src/build/deep/y.log",
    "src/foo/bar/baz",
    "foo/bar/baz",
    "foo/baz",
  ],
  ...[
    "x/y/z/w",
    "x/y/z/a.txt",
    "x/z",
    "doc/frotz/a",
    "lib/doc/frotz/b",
    "äö/é",
    "trail ",
    "a\\b",
    "1/2/3/4/5",
  ],
];

/** Whether our rules leave a path out: itself, or a folder above it. */
function isOut(path: string, given: readonly IgnoreFile[], general = ""): boolean {
  const rules = createIgnoreRules(given, general);
  const parts = bytes(path).split("/");
  return parts.some((_, index) => {
    const above = parts.slice(0, index + 1).join("/");
    return rules.ignores(above, index < parts.length - 1);
  });
}

function bytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A repository with those files, and what git itself leaves out. */
function aGit() {
  const folder = mkdtempSync(join(tmpdir(), "gsd-ignore-"));
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  execFileSync("git", ["init", "--quiet"], { cwd: folder, env });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  return {
    ignored(given: readonly IgnoreFile[]): string[] {
      for (const { folder: place, text } of given)
        writeFileSync(join(folder, place, ".gitignore"), Buffer.from(text, "latin1"));
      const found = execFileSync("git", ["ls-files", "--others", "--exclude-standard", "-z"], {
        cwd: folder,
        env,
      });
      for (const { folder: place } of given) rmSync(join(folder, place, ".gitignore"));
      const left = new Set(found.toString().split("\0"));
      return files.filter((file) => !left.has(file));
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe("ignore rules", () => {
  const git = aGit();
  afterAll(git.end);

  it.each([
    "*.txt",
    "/a",
    "a",
    "build/",
    "build",
    "/build/",
    "src/build",
    "**/build",
    "build/**",
    "src/**/y.log",
    "**/foo/**/baz",
    "foo/*",
    "foo/**",
    "/*",
    "*",
    "**",
    "/**",
    "!a",
    "*\n!*.txt",
    "*\n!src/\n!src/a",
    "foo bar",
    "trail\\ ",
    "trail ",
    "\\!x",
    "\\#y",
    "#y",
    "[ab]",
    "[!a]",
    "[^a]*",
    "[a-c].txt",
    "[[:alpha:]]",
    "[[:digit:]]",
    "[]a]",
    "[a",
    "a\\",
    "\\[a]",
    "?",
    "??",
    "a?b",
    "a-b",
    "[a-]b",
    "[--a]",
    "doc/frotz",
    "doc/frotz/",
    "x/**/z",
    "x/*/z",
    "x/***/z",
    "a**",
    "**a",
    "a**b",
    "/x/y/",
    "x/y/z/",
    "//a",
    "a//",
    "/",
    "é",
    "??/é",
    "????/*",
    "äö/",
    "a.txt\r\nb.txt\r\n",
    "\u00EF\u00BB\u00BFa.txt",
    "  ",
    "a  ",
    "*/",
    "*/*",
    "*/*/",
    "!\n*",
    "foo/bar/\n!foo/bar/baz",
    "[[:nope:]]",
    "[[:alpha:]a-",
    "[\\]]",
    "a\\\\b",
    "[a-\\c].txt",
    "1/**/4",
    "1/**/5/",
    "**/4/5",
  ])("%j leaves out what git leaves out", (text) => {
    const given = [{ folder: "", text: bytes(text) }];
    expect(files.filter((file) => isOut(file, given))).toEqual(git.ignored(given));
  });

  it("agrees with git on random ignore files in three folders", () => {
    const pieces = [
      "a",
      "b",
      "*",
      "**",
      "/",
      "/",
      "?",
      "[a-f]",
      "[!x]",
      ".txt",
      "foo",
      "src",
      "build",
      "x",
      "!",
      "\n",
      "\n",
      " ",
    ];
    let seed = 7;
    const next = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * count);
    };
    const text = () => Array.from({ length: 3 + next(14) }, () => pieces[next(pieces.length)]).join("");
    for (let round = 0; round < 60; round += 1) {
      const given = ["", "src", "x/y"].map((folder) => ({ folder, text: text() }));
      expect({ given, out: files.filter((file) => isOut(file, given)) }).toEqual({
        given,
        out: git.ignored(given),
      });
    }
  }, 60_000);

  it("counts a folder's own file before the general ones", () => {
    expect(isOut("a.txt", [], "*.txt\n")).toBe(true);
    expect(isOut("a.txt", [{ folder: "", text: "!a.txt\n" }], "*.txt\n")).toBe(false);
  });

  it.each([
    ["*a".repeat(120), "a".repeat(254)],
    [`${"*?".repeat(120)}b`, "a".repeat(254)],
    [`${"**/".repeat(120)}b`, Array(100).fill("a").join("/")],
    [`${"**/a*a*a*/".repeat(30)}b`, Array(100).fill("aaaaaaaa").join("/")],
  ])("takes no time for %.20s…, which others match for minutes", (pattern, path) => {
    const started = performance.now();
    expect(isOut(path, [{ folder: "", text: pattern }])).toBe(pattern.startsWith("*a"));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
