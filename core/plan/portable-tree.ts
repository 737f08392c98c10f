import type { Definition, Nodes, Root } from "mdast";
import { textOf, trimEdges } from "../text/markdown.ts";

/** A tree that can be moved into another document: links resolved, footnotes named by source, no HTML, no front matter. */
export function toPortable(root: Root, source: string): Root {
  const definitions = new Map<string, Definition>();
  for (const node of root.children) {
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
  }
  return {
    ...root,
    children: root.children.flatMap((node) => port(node, { definitions, source })) as Root["children"],
  };
}

interface Context {
  definitions: ReadonlyMap<string, Definition>;
  source: string;
}

function port(node: Nodes, context: Context): Nodes[] {
  switch (node.type) {
    case "html":
    case "yaml":
    case "definition":
      return [];
    case "link":
      // Not every address that is taken for one can be written between angles.
      return isMail(node) ? [{ type: "inlineCode", value: textOf(node) }] : [withChildren(node, context)];
    case "linkReference":
    case "imageReference":
      return resolve(node, context);
    case "footnoteReference":
    case "footnoteDefinition":
      return [named(withChildren(node, context), context.source)];
    default:
      return isLeftEmpty(node, context) ? [] : [withChildren(node, context)];
  }
}

function withChildren<T extends Nodes>(node: T, context: Context): T {
  if (!("children" in node)) return node;
  const children = node.children.flatMap((child) => port(child, context));
  return {
    ...node,
    children: node.type === "paragraph" || node.type === "heading" ? trimEdges(children) : children,
  };
}

/** A paragraph that held nothing but HTML, or nothing that can be seen. */
function isLeftEmpty(node: Nodes, context: Context): boolean {
  return node.type === "paragraph" && withChildren(node, context).children.length === 0;
}

function isMail(node: Extract<Nodes, { type: "link" }>): boolean {
  return node.url === `mailto:${textOf(node)}`;
}

function resolve(
  node: Extract<Nodes, { type: "linkReference" | "imageReference" }>,
  context: Context,
): Nodes[] {
  const definition = context.definitions.get(node.identifier);
  const target = { url: definition?.url ?? "", title: definition?.title ?? null };
  if (node.type === "imageReference") return [{ type: "image", alt: node.alt ?? "", ...target }];
  return [{ type: "link", ...target, children: withChildren(node, context).children }];
}

function named<T extends Extract<Nodes, { identifier: string }>>(node: T, source: string): T {
  const prefix = source.toLowerCase().replace(/\W.*$/, "");
  return {
    ...node,
    identifier: `${prefix}-${node.identifier}`,
    label: `${prefix}-${node.label ?? node.identifier}`,
  };
}
