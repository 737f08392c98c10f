import type { JobDocument } from "./documents.ts";
import { resolveText, type Scope } from "./evaluate.ts";
import type { MatrixLeg } from "./expand-matrix.ts";

const longest = 100;

/** A job's name as GitHub shows it: `caller / job (leg values)`. */
export function formatJobName(options: {
  prefix: string;
  id: string;
  document: JobDocument;
  leg: MatrixLeg | undefined;
  scope: Scope;
}): string {
  const { prefix, id, document, leg, scope } = options;
  const written = document.name === undefined ? undefined : String(document.name);
  const base = (written && resolveText(written, scope)) || id;
  // A name with an expression says by itself which leg it is.
  const suffix = leg && !written?.includes("${{") ? legSuffix(leg) : "";
  return `${prefix}${base}${suffix}`;
}

function legSuffix(leg: MatrixLeg): string {
  const text = leaves(leg).join(", ");
  if (text === "") return "";
  return ` (${text.length > longest ? `${text.slice(0, longest - 3)}...` : text})`;
}

function leaves(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  return typeof value === "object" ? Object.values(value).flatMap(leaves) : [String(value)];
}
