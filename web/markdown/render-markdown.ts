import type { Node, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { escapeText, type Html, markup } from "../html.ts";
import { blocks } from "./blocks.ts";
import { slug, textOf } from "./headings.ts";
import { inlines } from "./inlines.ts";
import { createTagBalance } from "./raw-html.ts";

/** Where a text stands, for the links that it writes short. */
export interface MarkdownPlace {
  /** `owner/name`: what `#12` means. */
  repo: string;
  /** Where GitHub's own pages are, if not on this very site. */
  site?: string;
  /** Folder that relative links start from, e.g. `docs/`, and the ref it is read at; absent in comments. */
  file?: { ref: string; folder: string };
}

/** What the renderers of single nodes get. */
export interface Rendering {
  place: MarkdownPlace;
  /** Anchors of this text's own headings. */
  slugs: Set<string>;
  definitions: Map<string, string>;
  insideLink: boolean;
  children(node: Node, change?: Partial<Rendering>): string;
}

export type Renderers = { [Type in RootContent["type"]]?: (node: never, rendering: Rendering) => string };

const renderers: Renderers = { ...blocks, ...inlines };
const parser = unified().use(remarkParse).use(remarkGfm);

/** Markdown as GitHub shows it, as far as gsd's texts need it. Everything is escaped; no element gets through by itself. */
export function renderMarkdown(text: string | null | undefined, place: MarkdownPlace): Html {
  const root = parser.parse(text ?? "");
  const rendering: Rendering = {
    place,
    slugs: new Set(),
    definitions: new Map(),
    insideLink: false,
    children(node, change) {
      return renderChildren(node, change ? { ...this, ...change } : this);
    },
  };
  collect(root, rendering);
  return markup(`<div class="markdown">${rendering.children(root)}</div>`);
}

/** Every parent closes the allowed raw tags that were opened inside it, so that no text reaches out of its box. */
function renderChildren(node: Node, rendering: Rendering): string {
  const balance = createTagBalance();
  const parts = childrenOf(node).map((child) =>
    child.type === "html" ? balance.render(child.value) : renderNode(child, rendering),
  );
  return parts.join("") + balance.close();
}

function renderNode(node: RootContent, rendering: Rendering): string {
  const render = renderers[node.type] as ((node: RootContent, rendering: Rendering) => string) | undefined;
  if (render) return render(node, rendering);
  return "value" in node ? escapeText(node.value) : rendering.children(node);
}

function collect(node: Root | RootContent, rendering: Rendering): void {
  if (node.type === "heading") rendering.slugs.add(slug(textOf(node)));
  if (node.type === "definition") rendering.definitions.set(node.identifier, node.url);
  for (const child of childrenOf(node)) collect(child, rendering);
}

function childrenOf(node: Node): RootContent[] {
  return "children" in node ? (node.children as RootContent[]) : [];
}
