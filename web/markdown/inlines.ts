import type {
  Delete,
  Emphasis,
  FootnoteReference,
  Image,
  ImageReference,
  InlineCode,
  Link,
  LinkReference,
  Strong,
  Text,
} from "mdast";
import { escapeText } from "../html.ts";
import { renderLink, renderShortReferences, safeAddress } from "./links.ts";
import type { Renderers, Rendering } from "./render-markdown.ts";

/** How each inline node looks. */
export const inlines: Renderers = {
  text: (node: Text, rendering) => renderShortReferences(node.value, rendering),
  emphasis: (node: Emphasis, rendering) => `<em>${rendering.children(node)}</em>`,
  strong: (node: Strong, rendering) => `<strong>${rendering.children(node)}</strong>`,
  delete: (node: Delete, rendering) => `<del>${rendering.children(node)}</del>`,
  inlineCode: (node: InlineCode) => `<code>${escapeText(node.value)}</code>`,
  break: () => "<br>",
  link: (node: Link, rendering) =>
    renderLink(node.url, rendering.children(node, { insideLink: true }), rendering),
  linkReference: (node: LinkReference, rendering) => {
    const url = rendering.definitions.get(node.identifier);
    const content = rendering.children(node, { insideLink: true });
    return url === undefined ? `[${content}]` : renderLink(url, content, rendering);
  },
  image: (node: Image, rendering) => renderImage(node.url, node.alt ?? "", rendering),
  imageReference: (node: ImageReference, rendering) =>
    renderImage(rendering.definitions.get(node.identifier) ?? "", node.alt ?? "", rendering),
  footnoteReference: (node: FootnoteReference) => `<sup>[${escapeText(node.label ?? node.identifier)}]</sup>`,
};

/** Pictures of this forge are shown; of others only a link, since no page may call out. */
function renderImage(url: string, alt: string, rendering: Rendering): string {
  const address = safeAddress(url, rendering, "raw");
  if (address === undefined) return escapeText(alt);
  if (/^https?:/i.test(address)) return renderLink(address, escapeText(alt || url), rendering);
  return `<img src="${escapeText(address)}" alt="${escapeText(alt)}">`;
}
