import type { Nodes } from "mdast";
import { expect } from "vitest";
import { parseCommands } from "../../../core/command/parse-commands.ts";
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

/** What GitHub makes of plain words, once Markdown is done with them; written down anew, so as not to repeat our own idea of it. */
const autolinks: RegExp[] = [
  /(?:^|[^\p{L}\p{N}_`])@[a-z0-9][a-z0-9-]*(?:\/[a-z0-9._-]+)?/giu,
  /[\w.-]+@[\w-]+\.[\w.]+/g,
  /[\w.-]+(?:\/[\w.-]+)?@[0-9a-f]{7,40}\b/gi,
  /(?:[\w.-]+\/)?[\w.-]*#\d+/g,
  /\bGH-\d+/gi,
  /(?:https?|ftp):\/\/[^\s]+|(?:mailto|xmpp):[^\s@]+@\S+/gi,
  /(?:^|[\s*_~(])www\.[^\s]+/gi,
  /(?<!\w)[0-9a-f]{7,40}(?!\w)/gi,
];

const acting = [
  "image",
  "imageReference",
  "linkReference",
  "definition",
  "footnoteReference",
  "footnoteDefinition",
];

/** What GitHub would act on: text outside of code that pings, closes, links, loads or hides. */
export function liveThings(markdown: string, people: readonly string[] = []): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "text") found.push(...linksIn(withoutPeople(node.value, people)));
    if (acting.includes(node.type)) found.push(node.type);
    if (node.type === "link") found.push(`link ${node.url}`);
    if (node.type === "html") found.push(...htmlParts(node.value));
    if (node.type === "code" && node.lang && /suggestion|geojson|topojson|stl|math/i.test(node.lang))
      found.push(node.lang);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(parseMarkdown(markdown));
  // Other bots read what is written, not what it means.
  found.push(...(markdown.match(/^[\t ]*\/[a-z][\w-]*/gim) ?? []).filter((line) => !line.startsWith(" ")));
  return found.map((one) => one.trim());
}

function linksIn(text: string): string[] {
  return autolinks.flatMap((one) => text.match(one) ?? []);
}

/** Without those whom we call ourselves: a login may look like anything. */
function withoutPeople(text: string, people: readonly string[]): string {
  return text.replaceAll(/(?<!\w)@([A-Za-z0-9-]*)(?![A-Za-z0-9/-])/g, (all, login: string) =>
    people.includes(login) ? "" : all,
  );
}

function htmlParts(html: string): string[] {
  return html.match(/<!--.*?-->|<[^>]*>|[^<]+/gs)?.filter((part) => part.trim() !== "") ?? [];
}

const ourHtml = /^(?:<!-- gsd:[a-z]+ [\w/.-]+ -->|<\/?(?:sub|details|summary)>)$/;
const ourLinks =
  /^link \.\.\/(?:actions\/runs\/\d+|commit\/[0-9a-f]{40}|issues\/\d+(?:#issuecomment-new)?|pull\/\d+#issuecomment-new|settings(?:\/[a-z]+)*|compare\/[\w%/.!'*~-]*\.\.\.[\w%/.!'*~-]*\?expand=1)$/;
/** What stands between `<summary>` and its end is our own, and plain. */
const ourSummary = /^[\w ·,:]+$/;

/** What our own words may bring along: people that we call, numbers that we know. */
export interface Own {
  people: readonly string[];
  numbers: readonly number[];
}

const usual: Own = { people: ["mia"], numbers: [42, 10, 11, 12, 21, 30] };

/** Holds if nothing in a text does anything but what our own words do. */
export function expectHarmless(markdown: string, { people, numbers }: Own = usual): void {
  const isOurs = (thing: string) =>
    ourHtml.test(thing) ||
    ourLinks.test(thing) ||
    (ourSummary.test(thing) && markdown.includes(`<summary>${thing}</summary>`)) ||
    numbers.some((number) => thing === `#${number}`);
  const things = liveThings(markdown, people);
  expect(things.filter((thing) => !isOurs(thing))).toEqual([]);
  // Each marker, and each region's start and end, is there once at most.
  const markers = markdown.match(/<!--.*?-->/gs) ?? [];
  expect(markers.filter((one) => !/^<!-- gsd:[a-z]+ [\w/. -]+ -->$/.test(one))).toEqual([]);
  expect(new Set(markers).size).toBe(markers.length);
  // And none is swallowed by code that somebody left open.
  expect(markers.filter((one) => !things.includes(one))).toEqual([]);
  expect(parseCommands(markdown)).toEqual({ commands: [], mistakes: [] });
}

/** The same for what is no Markdown: titles, subjects of commits, descriptions. */
export function expectPlain(line: string, { numbers }: Pick<Own, "numbers"> = usual): void {
  const found = autolinks.flatMap((one) => line.match(one) ?? []).map((one) => one.trim());
  expect(found.filter((thing) => !numbers.some((number) => thing === `#${number}`))).toEqual([]);
  expect(line).not.toMatch(/[\r\n\u2028\u2029]|<!--|\[(?:skip|no|ci|actions)|^\s*\//i);
}
