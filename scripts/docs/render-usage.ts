import { product } from "../../core/product.ts";
import { cell } from "./describe-schema.ts";

/** What an action.yml says about itself, as far as people have to know it. */
export interface ActionFile {
  inputs: Record<string, { description: string; default?: string }>;
}

/** How the action is used, from its own description. */
export function renderUsage({ inputs }: ActionFile): string {
  const rows = Object.entries(inputs).map(([name, input]) => {
    const value = input.default === undefined ? "" : `\`${input.default}\``;
    return `| \`${name}\` | ${value} | ${cell(input.description)} |`;
  });
  return [
    "```yaml",
    `    steps:`,
    `      - uses: actions/checkout@v6`,
    `      - uses: ${product.repository}@${product.majorTag}`,
    "```",
    "",
    "| input | default | meaning |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
