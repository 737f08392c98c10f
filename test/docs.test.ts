import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { findStaleDocs } from "../scripts/generate-docs.ts";

const pages = globSync(["*.md", "{docs,specs,rules}/**/*.md"])
  .sort()
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Paths in our documents that stand in a user's repository, or that a run makes. */
const elsewhere = /^(\.github\/(gsd|workflows\/gsd-tick)\.yml|specs\/(changes|archive|report)\/?|dist\/.*)$/;

/** Paths below our own folders. */
const ours =
  /^(?:core|loop|crew|adapters|app|action|local|cli|agents|rules|specs|scripts|test|docs|dist|\.ci|\.github)\/[\w./-]*$/;

/** What the demo wrote is about the demo's repository. */
const fromTheDemo = /<!-- from the demo: [\s\S]*?<!-- end -->/g;

describe.each(pages)("$path", ({ path, text }) => {
  it("links only to what exists", () => {
    expect(linksOf(text).filter((link) => !isThere(path, link))).toEqual([]);
  });

  it("names only files and folders that exist", () => {
    const named = codeSpans(text.replaceAll(fromTheDemo, "")).filter((span) => ours.test(span));
    expect(named.filter((name) => !elsewhere.test(name) && !existsSync(name))).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map((match) => match[1]!);
    expect(named.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });
});

describe("README.md", () => {
  const readme = readFileSync("README.md", "utf8");

  it("begins with the two commands that a newcomer types", () => {
    expect(/```\w*\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(
      [
        "npm ci && npm start      # an issue becomes merged work on your machine, in about a minute",
        "npm ci && npm test       # everything is tested the same way",
        "",
      ].join("\n"),
    );
    expect(packageJson.scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) });
  });

  it("says on its first screen what a maintainer with a key types", () => {
    const [, install = ""] = [...readme.matchAll(/```\w*\n([\s\S]*?)```/g)].map((match) => match[1]!);
    const typed = ["npx gsd init", "git add .github", "gh secret set ", "npx gsd doctor"];
    expect(
      install
        .split("\n")
        .slice(0, 4)
        .map((line, at) => line.startsWith(typed[at]!)),
    ).toEqual([true, true, true, true]);
    expect(readme.slice(0, readme.indexOf(install)).split("\n").length).toBeLessThan(25);
  });

  it("counts the lines of the stubs rightly", () => {
    const linesOf = (file: string) =>
      readFileSync(`cli/templates/${file}`, "utf8").trimEnd().split("\n").length;
    expect(readme).toContain(`one workflow file of ${linesOf("gsd-action.yml")} lines`);
    expect(readme).toContain(`a clock of ${linesOf("gsd-tick.yml")}`);
  });
});

describe("ARCHITECTURE.md", () => {
  it("lists every folder at the top", () => {
    const text = readFileSync("ARCHITECTURE.md", "utf8");
    const listed = [...text.matchAll(/^([a-z]+\/) {2,}\S/gm)].map((match) => match[1]!);
    const present = globSync("*/").filter((name) => !/^(node_modules|dist|coverage)\b/.test(name));
    expect(listed.sort()).toEqual(present.map((name) => `${name.replace(/\/$/, "")}/`).sort());
  });
});

describe("generated documents", () => {
  it("say what the code says", async () => {
    expect(await findStaleDocs()).toBe("");
  });
});

/** Targets of links and pictures within the repository. */
function linksOf(text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isThere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : normalize(join(dirname(page), file));
  if (!existsSync(target)) return false;
  return anchor === undefined || headingsOf(readFileSync(target, "utf8")).includes(anchor);
}

/** Headings as GitHub names them in addresses. */
function headingsOf(text: string): string[] {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.*)$/gm);
  return [...headings].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

function codeSpans(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/(?<!\[)`[^`\n]*`/g, "");
}
