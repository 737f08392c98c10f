import { stringify } from "yaml";

/** Writes a value as YAML for people: no aliases, long texts as blocks. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 100, aliasDuplicateObjects: false, blockQuote: "literal" });
}
