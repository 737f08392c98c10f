import { Document, isMap, isSeq, type ToStringOptions, visit } from "yaml";

/** What some readers of YAML take for the end of a line, drop, or refuse; and halves of characters. */
const odd = /[[\p{Cc}--[\n\t]]\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gv;
/** As a block it would lose its spaces. */
const blankLines = /^\s*\n\s*$/;
/** Lines within quotes are written as `\n`: what the writer makes of blank ones reads back differently. */
const manner = { lineWidth: 100, blockQuote: "literal", doubleQuotedMinMultiLineLength: 1e9 } as const;

/**
 * Writes a value as YAML for people: no aliases, long texts as blocks, the items of the list `apart` with blank lines
 * between them. Every reader gets the same value back.
 */
export function writeYaml(value: unknown, { apart }: { apart?: string } = {}): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  const list = apart === undefined ? undefined : document.get(apart);
  for (const item of isSeq(list) ? list.items.slice(1) : []) if (isMap(item)) item.spaceBefore = true;
  return writeDocument(document);
}

/** The same for a document that may have comments, and a manner that differs in something. */
export function writeDocument(document: Document, other: ToStringOptions = {}): string {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== "string") return;
      if (node.value.search(odd) >= 0 || blankLines.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ ...manner, ...other }).replaceAll(odd, asEscape);
}

/** They stand in double quotes, all of them. */
function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
