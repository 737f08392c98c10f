import { cell, code, describeValue, type Entry, listEntries, type Schema } from "./describe-schema.ts";

/** The table of what BACKLOG.yaml may hold. */
export function renderBacklog(schema: Schema): string {
  return ["| key | value | meaning |", "|---|---|---|", ...listEntries(schema).map(row)].join("\n");
}

function row({ path, schema, required }: Entry): string {
  if (!schema.description) throw new Error(`${path} has no description`);
  const need = required ? "" : " Optional.";
  return `| ${code(path)} | ${cell(describeValue(schema))} | ${cell(schema.description)}${need} |`;
}
