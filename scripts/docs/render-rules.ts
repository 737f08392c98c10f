import { globSync, readFileSync } from "node:fs";
import { parseRule } from "../../core/check/rules/parse-rule.ts";
import { packNames, usualRules } from "../../core/model/config/rules.ts";

/** A table of our rules for each pack. */
export function renderRules(root: string): string {
  return packNames.map((pack) => renderPack(root, pack)).join("\n\n");
}

function renderPack(root: string, pack: (typeof packNames)[number]): string {
  const usual = usualRules.packs.includes(pack) ? "" : " (only where you name it)";
  const rows = globSync(`rules/${pack}/*.yml`, { cwd: root })
    .sort()
    .map((path) => {
      const parsed = parseRule(readFileSync(root + path, "utf8"));
      if (!parsed.ok) throw new Error(`${path}: ${parsed.problems[0]?.message}`);
      const { id, language = "any", severity, message } = parsed.rule;
      return `| ${[`\`${id}\``, language, severity, message.replaceAll("|", "|")].join(" | ")} |`;
    });
  return [
    `### \`${pack}\`${usual}`,
    "",
    "| rule | language | severity | says |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
