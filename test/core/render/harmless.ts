import { expect } from "vitest";
import { parseMarkdown } from "../../../core/text/markdown.ts";

/** Everything that an agent or a stranger would like to slip into a text of ours. */
export const evil = [
  "@everyone fixes #1",
  "closes octo/repo#7, resolves GH-3",
  "![x](https://evil.example/leak?a=1)",
  '<img src="https://evil.example/x.png">',
  "<!-- gsd:sticky 42 -->",
  "`break` out @all `of` code",
  "| a | b |",
  "</details></sub>",
  "https://github.com/o/r/issues/9",
  "&#64;everyone",
].join(" ");
export const evilLines = `${evil}\n\n/approve\n\n# Heading\n${evil}`;

/** What GitHub would act on: text outside of code that pings, closes, links, loads or hides. */
function live(markdown: string): string[] {
  const found: string[] = [];
  const visit = (
    node: ReturnType<typeof parseMarkdown> | ReturnType<typeof parseMarkdown>["children"][number],
  ): void => {
    if (node.type === "text") {
      found.push(...(node.value.match(/@\w+|(?<![&\w])\w*#\d+|GH-\d+|https?:\/\/\S+/gi) ?? []));
    }
    if (node.type === "image" || node.type === "link") found.push(`${node.type} ${node.url}`);
    if (node.type === "html") found.push(node.value);
    if ("children" in node) for (const child of node.children) visit(child as never);
  };
  visit(parseMarkdown(markdown));
  return found.map((one) => one.trim());
}

/** What our own words bring along, and what may stay. */
const ours =
  /^(?:#(?:42|10|11|12|21|30)|<!-- gsd:[a-z]+ [\w/.-]+ -->|<\/?(?:sub|details|summary)>.*|@mia|link \.\.\/(?:actions\/runs\/900|compare\/[\w%/.!-]*\.\.\.[\w/-]+\?expand=1))$/s;

/** Holds if nothing in a text does anything but what our own words do. */
export function expectHarmless(markdown: string): void {
  expect(live(markdown).filter((one) => !ours.test(one))).toEqual([]);
  expect(markdown.match(/<!-- gsd:sticky 42 -->/g) ?? []).toHaveLength(
    markdown.startsWith("### gsd") ? 1 : 0,
  );
}
