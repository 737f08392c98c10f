import { readYaml } from "../../model/read-yaml.ts";
import {
  createValidator,
  formatPath,
  type Locate,
  type Problem,
  type Segments,
} from "../../model/validate.ts";
import { hasTooManyChoices } from "../../plan/overlap.ts";
import type { SourceKind } from "../../sources/load-sources.ts";
import { applyRules } from "./apply-rules.ts";
import type { ChangedText } from "./changed-file.ts";
import { compilePattern } from "./compile-pattern.ts";
import { parseArrow } from "./parse-arrow.ts";
import { type Example, type Rule, ruleSchema } from "./rule.ts";

const validateRule = createValidator<Rule>(ruleSchema);

type Reading = { ok: true; rule: Rule; locate: Locate } | { ok: false; problems: Problem[] };

/** Reads one rule from its YAML. */
export function parseRule(text: string): Reading {
  const reading = readYaml(text, { maxBytes: 20_000 });
  if (!reading.ok) return reading;
  const checked = validateRule(reading.value ?? {}, reading.locate);
  if (!checked.ok) return checked;
  const rule = checked.value;
  const problems = [
    ...checkKind(rule),
    ...checkPlaces(rule),
    ...checkGlobs(rule),
    ...checkPatterns(rule),
  ].map(({ at, message }) => ({ path: formatPath(at), message, ...reading.locate(at) }));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rule, locate: reading.locate };
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

/** Holds a rule to its own examples: what it says that it finds, and what it leaves alone. */
export function checkExamples(text: string): Problem[] {
  const parsed = parseRule(text);
  if (!parsed.ok) return [];
  const { rule, locate } = parsed;
  const tell = (key: "catches" | "passes", message: string) => (example: Example, index: number) => {
    const isCaught = applyRules([rule], textsOf(example)).length > 0;
    const at = ["examples", key, index];
    return isCaught === (key === "catches") ? [] : [{ path: formatPath(at), message, ...locate(at) }];
  };
  return [
    ...(rule.examples?.catches ?? []).flatMap(tell("catches", "is an example that the rule does not catch")),
    ...(rule.examples?.passes ?? []).flatMap(tell("passes", "is an example that the rule catches")),
  ];
}

/** An example is a change that makes these files. */
function textsOf(example: Example): ChangedText[] {
  return Object.entries(example).map(([path, text]) => ({
    path,
    before: undefined,
    after: typeof text === "number" ? "line\n".repeat(text) : text,
    isNew: true,
  }));
}

interface RuleProblem {
  at: Segments;
  message: string;
}

const kinds = ["deny", "require", "imports", "path", "needs", "size"] as const;

/** One file, one kind: a finding says which rule it is by, and so what it means. `deny` and `require` go together. */
function checkKind(rule: Rule): RuleProblem[] {
  const found = kinds.filter((kind) => {
    const value = rule[kind];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  const names = found.filter((kind) => kind !== "require" || !found.includes("deny"));
  if (names.length === 0) return [{ at: [], message: `needs one of ${kinds.join(", ")}` }];
  const [, second] = names;
  const message = `is one thing too many beside ${names[0]}; make it a rule of its own`;
  return second ? [{ at: [second], message }] : [];
}

function checkPlaces({ files, language, imports }: Rule): RuleProblem[] {
  if (files.length > 0 || language !== undefined || imports.length > 0) return [];
  return [{ at: [], message: "says neither files nor a language, so it is about nothing" }];
}

/** What no path of a repository can fit would leave a rule without effect, and nobody would notice. */
function checkGlobs({ files, except, needs }: Rule): RuleProblem[] {
  const lists: [Segments, readonly string[]][] = [
    [["files"], files],
    [["except"], except],
    [["needs"], needs],
  ];
  return lists.flatMap(([at, globs]) =>
    globs.flatMap((glob, index) => {
      const message = wrongGlob(glob);
      return message === undefined ? [] : [{ at: [...at, index], message }];
    }),
  );
}

function wrongGlob(glob: string): string | undefined {
  if (glob.startsWith("!")) return "begins with !; name under except what the rule leaves alone";
  if (glob.split("/").includes("..")) return "leads out of the repository; name paths from its top";
  if (hasTooManyChoices(glob)) return "has braces for more than 64 patterns; write a shorter one";
  return glob.includes("\\") ? "has a backslash; folders are parted by /" : undefined;
}

function checkPatterns(rule: Rule): RuleProblem[] {
  const lists: [Segments, readonly string[]][] = [
    [["deny"], rule.deny],
    [["require"], rule.require],
    [["path", "deny"], rule.path?.deny ?? []],
    [["path", "require"], rule.path?.require ?? []],
  ];
  const wrong = lists.flatMap(([at, patterns]) =>
    patterns.flatMap((source, index): RuleProblem[] => {
      const compiled = compilePattern(source);
      return typeof compiled === "string" ? [{ at: [...at, index], message: compiled }] : [];
    }),
  );
  const arrows = rule.imports.flatMap((text, index): RuleProblem[] =>
    parseArrow(text)
      ? []
      : [{ at: ["imports", index], message: "should look like `core/** -> adapters/**`" }],
  );
  return [...wrong, ...arrows];
}
