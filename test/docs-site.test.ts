import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pictures } from "../scripts/docs/pictures.ts";
import { readContents } from "../site/read-contents.ts";

const contents = new URL("../docs/README.md", import.meta.url);

describe("the contents page of the documents", () => {
  it("lists every page once, so that the site's sidebar does too", () => {
    const listed = readContents(contents).flatMap(({ pages }) => pages.map(({ link }) => link));
    const pages = globSync("docs/{*.md,engines/*.md,operate/*.md}")
      .map((path) => path.replace(/^docs|\.md$/g, "").replace(/\/README$/, "/"))
      .filter((link) => link !== "/");
    expect(listed.toSorted()).toEqual([...pages, "/decisions/"].sort());
  });
});

describe("the pictures of the documents", () => {
  it("are those that the script takes", () => {
    const taken = pictures.map(({ name }) => `docs/pictures/${name}.png`);
    expect(globSync("docs/pictures/*.png").sort()).toEqual(taken.toSorted());
  });

  it("are all shown somewhere", () => {
    const shown = globSync(["README.md", "docs/*.md"]).map((path) => readFileSync(path, "utf8"));
    const hidden = pictures.filter(
      ({ name }) => !shown.some((text) => text.includes(`pictures/${name}.png`)),
    );
    expect(hidden).toEqual([]);
  });
});
