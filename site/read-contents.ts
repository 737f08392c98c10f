import { readFileSync } from "node:fs";

export interface Group {
  title: string;
  pages: { text: string; link: string }[];
}

/** The groups and pages that the contents page lists, in its order: the site's sidebar says the same as the page on GitHub. */
export function readContents(file: URL): Group[] {
  const sections = readFileSync(file, "utf8").split(/^## /m).slice(1);
  return sections.map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    pages: [...section.matchAll(/^- \[([^\]]+)\]\(([\w/-]+)\.md\)/gm)].map(([, text = "", page = ""]) => ({
      text,
      link: `/${page.replace(/(^|\/)README$/, "$1")}`,
    })),
  }));
}
