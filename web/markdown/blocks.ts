import type { Blockquote, Code, FootnoteDefinition, Heading, List, ListItem, Paragraph, Table } from "mdast";
import { drawFlowchart } from "../graph/draw-flowchart.ts";
import { escapeText, formatPart } from "../html.ts";
import { slug, textOf } from "./headings.ts";
import type { Renderers, Rendering } from "./render-markdown.ts";

/** How each block node looks. */
export const blocks: Renderers = {
  paragraph: (node: Paragraph, rendering) => `<p>${rendering.children(node)}</p>`,
  heading: (node: Heading, rendering) => {
    const anchor = escapeText(slug(textOf(node)));
    return `<h${node.depth} id="md-${anchor}">${rendering.children(node)}</h${node.depth}>`;
  },
  blockquote: renderQuote,
  thematicBreak: () => "<hr>",
  definition: () => "",
  list: (node: List, rendering) => {
    const tag = node.ordered ? "ol" : "ul";
    const start = node.ordered && node.start !== 1 ? ` start="${Number(node.start ?? 1)}"` : "";
    const tasks = node.children.some((item) => typeof item.checked === "boolean") ? ' class="tasks"' : "";
    return `<${tag}${start}${tasks}>${rendering.children(node)}</${tag}>`;
  },
  listItem: (node: ListItem, rendering) => {
    const box =
      typeof node.checked === "boolean"
        ? `<input type="checkbox" disabled${node.checked ? " checked" : ""}> `
        : "";
    const [only] = node.children;
    const tight = node.children.length === 1 && only?.type === "paragraph" && !node.spread;
    return `<li>${box}${rendering.children(tight ? only : node)}</li>`;
  },
  code: renderCode,
  table: renderTable,
  footnoteDefinition: (node: FootnoteDefinition, rendering) =>
    `<div class="footnote"><sup>${escapeText(node.label ?? node.identifier)}</sup> ${rendering.children(node)}</div>`,
};

function renderCode(node: Code): string {
  const code = `<pre><code>${escapeText(node.value)}</code></pre>`;
  if (node.lang !== "mermaid") return code;
  const drawing = drawFlowchart(node.value);
  if (drawing) return `<figure class="diagram">${formatPart(drawing)}</figure>`;
  return `<figure class="diagram"><figcaption>A diagram in mermaid; GitHub draws it, here is its text</figcaption>${code}</figure>`;
}

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/;

/** A quote, or one of GitHub's alerts (`> [!WARNING]`). */
function renderQuote(node: Blockquote, rendering: Rendering): string {
  const [first, ...rest] = node.children;
  const lead =
    first?.type === "paragraph" && first.children[0]?.type === "text" ? first.children[0] : undefined;
  const alert = lead && ALERT.exec(lead.value);
  if (!alert || first?.type !== "paragraph") return `<blockquote>${rendering.children(node)}</blockquote>`;

  const kind = (alert[1] as string).toLowerCase();
  const words = [{ ...lead, value: lead.value.slice(alert[0].length) }, ...first.children.slice(1)];
  const body: Blockquote = { ...node, children: [{ ...first, children: words }, ...rest] };
  const title = kind[0]?.toUpperCase() + kind.slice(1);
  return `<div class="alert ${kind}"><p class="alert-title">${title}</p>${rendering.children(body)}</div>`;
}

function renderTable(node: Table, rendering: Rendering): string {
  const row = (index: number, tag: "th" | "td") => {
    const cells = node.children[index]?.children.map((cell, column) => {
      const align = node.align?.[column];
      return `<${tag}${align ? ` class="align-${align}"` : ""}>${rendering.children(cell)}</${tag}>`;
    });
    return `<tr>${cells?.join("") ?? ""}</tr>`;
  };
  const body = node.children.slice(1).map((_, index) => row(index + 1, "td"));
  return `<div class="table"><table><thead>${row(0, "th")}</thead><tbody>${body.join("")}</tbody></table></div>`;
}
