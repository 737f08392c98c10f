import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** What our pages use of HTML; anything else in angle brackets is text that names a place, such as `<address>`. */
const isOurHtml = /^<(?:!--|\/?(?:details|summary|sub|sup|kbd|br|picture|source|img)\b)/;

/** Reads pages as GitHub does: links that leave `docs/` lead to the repository, and angle brackets are no components. */
export function asOnGitHub(markdown: MarkdownRenderer, repository: string): void {
  markdown.core.ruler.push("as-on-github", ({ tokens, env }) => {
    const folder = posix.dirname(String(env.relativePath ?? ""));
    for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
      if (token.type === "link_open")
        token.attrSet("href", target(token.attrGet("href") ?? "", folder, repository));
      if (token.type === "html_inline" && !isOurHtml.test(token.content)) becomeText(token);
    }
  });
}

function target(href: string, folder: string, repository: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#", 2);
  const place = posix.join("docs", folder, path);
  const end = anchor === undefined ? "" : `#${anchor}`;
  if (!place.startsWith("docs/")) return `${repository}/blob/main/${place}${end}`;
  return `${path.replace(/(^|\/)README\.md$/, "$1index.md")}${end}`;
}

function becomeText(token: Token): void {
  token.type = "text";
  token.tag = "";
}
