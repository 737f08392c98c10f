import { GsdError } from "../gsd-error.ts";
import { type Finding, type Severity, severities } from "../model/answers.ts";
import { readYaml } from "../model/read-yaml.ts";
import type { SchemaOf } from "../model/schema-of.ts";
import { createValidator, type Problem } from "../model/validate.ts";
import { createMatch } from "../plan/match-paths.ts";
import type { SourceKind } from "../sources/load-sources.ts";
import { compilePattern, type LinePattern } from "./compile-pattern.ts";

/** A rule, as rules/README.md describes it: what files must not, or must, contain. */
export interface Rule {
  id: string;
  files: string[];
  deny: string[];
  require: string[];
  severity: Severity;
  message: string;
}

const patterns = {
  type: "array",
  maxItems: 20,
  items: { type: "string", minLength: 1, maxLength: 300 },
  default: [],
} as const;

export const ruleSchema = {
  type: "object",
  additionalProperties: false,
  required: ["id", "files", "severity", "message"],
  properties: {
    id: { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,63}$" },
    files: {
      type: "array",
      minItems: 1,
      maxItems: 50,
      items: { type: "string", minLength: 1, maxLength: 200 },
    },
    deny: patterns,
    require: patterns,
    severity: { enum: severities },
    message: { type: "string", minLength: 1, maxLength: 500 },
  },
} as const satisfies SchemaOf<Rule>;

const validateRule = createValidator<Rule>(ruleSchema);

/** Reads one rule from its YAML. */
export function parseRule(text: string): { ok: true; rule: Rule } | { ok: false; problems: Problem[] } {
  const reading = readYaml(text, { maxBytes: 20_000 });
  if (!reading.ok) return reading;
  const checked = validateRule(reading.value ?? {}, reading.locate);
  if (!checked.ok) return checked;

  const rule = checked.value;
  const problems = (["deny", "require"] as const).flatMap((key) =>
    rule[key].flatMap((source, index): Problem[] => {
      const compiled = compilePattern(source);
      if (typeof compiled !== "string") return [];
      return [{ path: `${key}[${index}]`, message: compiled, ...reading.locate([key, index]) }];
    }),
  );
  if (problems.length === 0 && rule.deny.length + rule.require.length === 0) {
    problems.push({ path: "", message: "needs a pattern in deny or in require" });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rule };
}

/** How rule files are loaded. */
export const ruleKind: SourceKind<Rule> = {
  extension: ".yml",
  parse: (text) => {
    const parsed = parseRule(text);
    return parsed.ok ? { ok: true, value: parsed.rule } : parsed;
  },
  nameOf: (rule) => rule.id,
};

const mostFindings = 20;
const longestLine = 1_000;

/** Holds files to rules: one finding per line that a rule denies, at most twenty for each rule. */
export function applyRules(
  rules: readonly Rule[],
  files: readonly { path: string; text: string }[],
): Finding[] {
  return rules.flatMap((rule) => {
    const findings: Finding[] = [];
    const isMeant = createMatch(rule.files, { unsure: true });
    const patterns = { deny: rule.deny.map(compile), require: rule.require.map(compile) };
    for (const file of files.filter(({ path }) => isMeant(path))) {
      if (findings.length >= mostFindings) break;
      findings.push(...applyRule(rule, patterns, file));
    }
    return findings.slice(0, mostFindings);
  });
}

/** `parseRule` has seen that it can be. */
function compile(source: string): LinePattern {
  const compiled = compilePattern(source);
  if (typeof compiled === "string") throw new GsdError("unknown", `The pattern ${source} ${compiled}.`);
  return compiled;
}

type Patterns = Record<"deny" | "require", LinePattern[]>;

function applyRule(
  rule: Rule,
  { deny, require }: Patterns,
  { path, text }: { path: string; text: string },
): Finding[] {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, longestLine));
  const { severity, message, id } = rule;
  const findings: Finding[] = [];
  for (const [index, line] of lines.entries()) {
    if (findings.length >= mostFindings) return findings;
    if (deny.some((pattern) => pattern.test(line))) {
      findings.push({ path, line: index + 1, severity, message, rule: id });
    }
  }
  const isMissing = require.some((pattern) => !lines.some((line) => pattern.test(line)));
  return isMissing ? [...findings, { path, severity, message, rule: id }] : findings;
}
