import type { InlineCode, Nodes, PhrasingContent, Root, Text } from "mdast";
import { cleanText } from "./clean-text.ts";
import { formatMarkdown, parseMarkdown, textOf, trimEdges } from "./markdown.ts";

/**
 * An agent's text, fit to stand in a comment of ours: it notifies nobody, closes and links nothing, loads nothing,
 * hides nothing and commands nothing. Whatever would do so is shown as code. A second pass changes nothing.
 */
export function neutralise(markdown: string): string {
  const root = parseMarkdown(cleanText(markdown).text);
  return formatMarkdown(tame<Root>(root)).trim();
}

/** The same for one line that is not Markdown, such as a title: nothing is escaped, and what is live stands in backticks. */
export function neutraliseLine(line: string): string {
  const plain = cleanText(line).text.replaceAll(/[\s`]+/g, (run) => (/\s/.test(run) ? " " : ""));
  return noMarkers(plain.trim()).replaceAll(liveAtStart, "`$&`");
}

function tame<T extends Nodes>(node: T): T {
  if (!("children" in node)) return node;
  const joined = joinTexts(node.children.flatMap(replace));
  const replaced = isLine(node) ? trimEdges(joined) : joined;
  const defused = replaced.flatMap((child, index) =>
    child.type === "text" ? defuse(child.value, startsLine(replaced[index - 1])) : [child],
  );
  return { ...node, children: holdsBlocks(node) ? defused.map(inParagraph) : apart(defused) };
}

function startsLine(before: Nodes | undefined): boolean {
  return before === undefined || before.type === "break";
}

function isLine(node: Nodes): boolean {
  return ["paragraph", "heading", "tableCell"].includes(node.type);
}

function holdsBlocks(node: Nodes): boolean {
  return ["root", "blockquote", "listItem", "footnoteDefinition"].includes(node.type);
}

function inParagraph(node: Nodes): Nodes {
  return node.type === "inlineCode" ? { type: "paragraph", children: [node] } : node;
}

/** Two pieces of code side by side would read back as one. */
function apart(nodes: Nodes[]): Nodes[] {
  return nodes.flatMap((node, index): Nodes[] =>
    node.type === "inlineCode" && nodes[index - 1]?.type === "inlineCode" ? [text(" "), node] : [node],
  );
}

function replace(node: Nodes): Nodes[] {
  switch (node.type) {
    case "html":
      return showHtml(node.value);
    case "image":
      return [code(`image: ${node.alt ?? ""} ${node.url}`)];
    case "imageReference":
      return [code(`image: ${node.alt ?? node.identifier}`)];
    case "link":
      return showLink(tame(node).children, node.url);
    case "linkReference":
      return tame(node).children;
    case "definition":
      return [{ type: "paragraph", children: [code(`${node.identifier}: ${node.url}`)] }];
    case "footnoteReference":
      return [code(`^${node.identifier}`)];
    case "footnoteDefinition":
      return tame(node).children;
    case "inlineCode":
      return [code(node.value)];
    case "code":
      return [{ type: "code", lang: safeLanguage(node.lang), meta: null, value: noMarkers(node.value) }];
    default:
      return [tame(node)];
  }
}

/** Comments go; other HTML is shown as what it is. */
function showHtml(html: string): Nodes[] {
  const shown = html.replaceAll(/<!--.*?(?:-->|$)/gs, "").trim();
  if (shown === "") return [];
  return [code(shown)];
}

function showLink(children: PhrasingContent[], url: string): Nodes[] {
  const words = children.map(textOf).join("");
  if (words === url || `http://${words}` === url || `mailto:${words}` === url) return [code(words)];
  return [...children, text(" ("), code(url), text(")")];
}

/** Adjacent texts as one: `@`, a dropped comment and `user` would otherwise become a mention when written. */
function joinTexts(nodes: Nodes[]): Nodes[] {
  const joined: Nodes[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text") last.value += node.value;
    else joined.push(node.type === "text" ? text(node.value) : node);
  }
  return joined;
}

/** Mentions, references to issues and pull requests, addresses, and commands at the beginning of a line. */
const references = /[\w./-]{0,140}(?:#|GH-)\d+|@[a-z0-9][\w./-]*|(?:https?:\/\/|www\.)[^\s<>`]+/.source;
const liveAtStart = new RegExp(`${references}|${/(?<=(?:^|\n)[ \t]{0,9})\/[a-z][\w-]*/.source}`, "gi");
const liveWithin = new RegExp(`${references}|${/(?<=\n[ \t]{0,9})\/[a-z][\w-]*/.source}`, "gi");

function defuse(value: string, startsLine: boolean): Nodes[] {
  const words = noMarkers(value);
  const nodes: Nodes[] = [];
  let end = 0;
  for (const match of words.matchAll(startsLine ? liveAtStart : liveWithin)) {
    if (match.index > end) nodes.push(text(words.slice(end, match.index)));
    nodes.push(code(match[0]));
    end = match.index + match[0].length;
  }
  return end < words.length ? [...nodes, text(words.slice(end))] : nodes;
}

function text(value: string): Text {
  return { type: "text", value };
}

function code(value: string): InlineCode {
  const line = noMarkers(value).replaceAll(/\s+/g, " ").trim();
  return { type: "inlineCode", value: line === "" ? " " : line };
}

/** Markers are looked for in the whole text of a comment, code included. */
function noMarkers(text: string): string {
  return text.replaceAll("<!--", "<! --");
}

/** Languages that GitHub only colours: not `suggestion`, which is a button, and not what it draws. */
function safeLanguage(lang: string | null | undefined): string | null {
  if (!lang || !/^[\w+#.-]{1,30}$/.test(lang)) return null;
  return /^(?:suggestion|mermaid|geojson|topojson|stl|math)$/i.test(lang) ? null : lang;
}
