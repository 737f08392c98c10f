import { type Finding, type Severity, severities } from "../model/answers.ts";
import { readYaml } from "../model/read-yaml.ts";
import type { SchemaOf } from "../model/schema-of.ts";
import { createValidator, type Problem } from "../model/validate.ts";
import { covers } from "../plan/overlap.ts";
import type { SourceKind } from "../sources/load-sources.ts";
import { compilePattern } from "./compile-pattern.ts";

/** A rule, as rules/README.md describes it: what files must not, or must, contain. */
export interface Rule {
  id: string;
  files: string[];
  deny: RegExp[];
  require: RegExp[];
  severity: Severity;
  message: string;
}

interface RuleFile {
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
} as const satisfies SchemaOf<RuleFile>;

const validateRule = createValidator<RuleFile>(ruleSchema);

/** Reads one rule from its YAML. */
export function parseRule(text: string): { ok: true; rule: Rule } | { ok: false; problems: Problem[] } {
  const reading = readYaml(text, { maxBytes: 20_000 });
  if (!reading.ok) return reading;
  const checked = validateRule(reading.value ?? {}, reading.locate);
  if (!checked.ok) return checked;

  const problems: Problem[] = [];
  const compile = (key: "deny" | "require") =>
    checked.value[key].flatMap((source, index) => {
      const compiled = compilePattern(source);
      if (compiled instanceof RegExp) return [compiled];
      problems.push({ path: `${key}[${index}]`, message: compiled, ...reading.locate([key, index]) });
      return [];
    });
  const rule = { ...checked.value, deny: compile("deny"), require: compile("require") };
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
    for (const file of files.filter(({ path }) => covers(rule.files, path))) {
      if (findings.length >= mostFindings) break;
      findings.push(...applyRule(rule, file));
    }
    return findings.slice(0, mostFindings);
  });
}

function applyRule(rule: Rule, { path, text }: { path: string; text: string }): Finding[] {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, longestLine));
  const { severity, message, id } = rule;
  const findings: Finding[] = [];
  for (const [index, line] of lines.entries()) {
    if (findings.length >= mostFindings) return findings;
    if (rule.deny.some((pattern) => pattern.test(line))) {
      findings.push({ path, line: index + 1, severity, message, rule: id });
    }
  }
  const isMissing = rule.require.some((pattern) => !lines.some((line) => pattern.test(line)));
  return isMissing ? [...findings, { path, severity, message, rule: id }] : findings;
}
