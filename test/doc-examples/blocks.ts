import { globSync, readFileSync } from "node:fs";

/** A fenced block of a page: what its first line says after the fence, and what is in it. */
export interface Block {
  /** `docs/setup.md:5`. */
  place: string;
  language: string;
  /** The rest of the fence's line: why the block is not run, or `broken`. */
  remark: string;
  text: string;
}

/** The pages whose examples are tried. */
export const pages = globSync(["README.md", "CONTRIBUTING.md", "rules/README.md", "docs/**/*.md"]).sort();

/** Every fenced block of them. */
export function readBlocks(): Block[] {
  return pages.flatMap((page) => blocksOf(page, readFileSync(page, "utf8")));
}

function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", remark = "", inside = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    return { place: `${page}:${line}`, language, remark, text: inside };
  });
}
