import { parseDocument } from "yaml";
import type { ActionDocument, WorkflowDocument } from "./documents.ts";
import { loadParser } from "./load-parser.ts";

/** A document, or what GitHub would say is wrong with it (with lines and columns). `raw` is set whenever the YAML itself can be read. */
export type ParsedFile<Document> =
  | { document: Document; errors: [] }
  | { document?: undefined; errors: string[]; raw?: unknown };

/**
 * Validates a workflow file by GitHub's own parser, then reads the same text as plain YAML.
 * The parser's token tree is not used for values: for block scalars it keeps the indentation of the source.
 */
export async function parseWorkflowFile(path: string, text: string): Promise<ParsedFile<WorkflowDocument>> {
  const { parseWorkflow, convertWorkflowTemplate, trace } = await loadParser();
  const { context, value } = parseWorkflow({ name: path, content: text }, trace);
  if (value && context.errors.count === 0) await convertWorkflowTemplate(context, value);
  return readDocument(text, messages(context.errors.getErrors(), value, path));
}

/** Validates an action's metadata file in the same way. */
export async function parseActionFile(path: string, text: string): Promise<ParsedFile<ActionDocument>> {
  const { parseAction, trace } = await loadParser();
  const { context, value } = parseAction({ name: path, content: text }, trace);
  return readDocument(text, messages(context.errors.getErrors(), value, path));
}

function messages(errors: { message: string }[], value: unknown, path: string): string[] {
  if (errors.length > 0) return [...new Set(errors.map((error) => error.message))];
  return value === undefined ? [`${path}: the file is empty`] : [];
}

function readDocument<Document>(text: string, errors: string[]): ParsedFile<Document> {
  // Duplicate keys were refused by GitHub's parser already; the same option keeps both readings the same.
  const yaml = parseDocument(text, { uniqueKeys: false });
  const raw: unknown = yaml.errors.length === 0 ? yaml.toJS() : undefined;
  const all = [...errors, ...expressionKeys(raw)];
  if (all.length > 0) return { errors: all, raw };
  return { document: raw as Document, errors: [] };
}

/** GitHub evaluates keys as well; here only values are. */
function expressionKeys(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const own = /\$\{\{/.test(key)
      ? [`not supported by the local runner: an expression as a key: ${key}`]
      : [];
    return [...own, ...expressionKeys(item)];
  });
}
