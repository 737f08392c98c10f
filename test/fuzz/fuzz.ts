import type { Parse, Parsed } from "../../core/parse/parsers.ts";
import { hostileMarkdown, hostileYaml } from "../adapters/parse/hostile-texts.ts";
import { type Chance, createChance } from "../builders/random.ts";
import { aRandomDocument } from "../builders/random-markdown.ts";
import { aRandomText } from "../builders/random-text.ts";
import { anAnswer } from "./an-answer.ts";

/** What a reader is given, by its name. */
type Reader = (parse: Parse, chance: Chance) => Promise<Parsed<unknown>>;

export interface FuzzReport {
  inputs: number;
  /** Texts that were refused for what they cost. */
  refused: number;
  /** Parsers that threw, with the reader and what it said. */
  crashes: string[];
  /** The longest that an asker waited, and for what. */
  slowest: { reader: string; milliseconds: number };
}

const readers: Record<string, Reader> = {
  command: (parse, chance) =>
    parse("commands", `/${chance.pick(["approve", "run x", "plan"])}\n\n${markdown(chance)}`),
  Markdown: (parse, chance) =>
    parse("document", chance.pick(["spec", "arch", "qa"]), `# A\n\n${markdown(chance)}`),
  report: (parse, chance) => parse("answers", anAnswer(markdown(chance))),
  plan: (parse, chance) =>
    parse("answers", {
      ...anAnswer("a"),
      documents: { spec: markdown(chance), arch: markdown(chance), qa: "# A\n\na\n" },
    }),
  spec: (parse, chance) =>
    parse(
      "spec-changes",
      `## Spec changes\n\n### Capability: a\n\n#### Added: b\n\nWHEN a THEN b\n${markdown(chance)}`,
    ),
  config: (parse, chance) => parse("config", yaml(chance)),
  backlog: (parse, chance) => parse("backlog", yaml(chance), { protectedPaths: [".github/**"] }),
  glob: (parse, chance) => parse("backlog-draft", globs(chance), { protectedPaths: [".github/**"] }),
  recipe: (parse, chance) => library(parse, "recipes/a.yml", yaml(chance)),
  expression: (parse, chance) => library(parse, "recipes/a.yml", recipeWith(expression(chance))),
  roadmap: (parse, chance) => parse("roadmap", `# Roadmap\n\n## A\n\n- #1 a\n${markdown(chance)}`),
  rule: (parse, chance) => library(parse, "rules/a.yml", ruleWith(pattern(chance))),
  role: (parse, chance) =>
    library(
      parse,
      "agents/a.md",
      `---\n${yaml(chance).slice(0, 9_000)}\n---\n${markdown(chance).slice(0, 9_000)}`,
    ),
  skill: (parse, chance) => library(parse, "skills/a.md", `---\n${yaml(chance).slice(0, 9_000)}\n---\n`),
};

/** Gives every reader hostile text in turn, the same for the same seed, until there were so many or the time is up. */
export async function fuzz(
  parse: Parse,
  { seed, inputs, seconds }: { seed: number; inputs: number; seconds: number },
): Promise<FuzzReport> {
  const chance = createChance(seed);
  const end = performance.now() + seconds * 1_000;
  const report: FuzzReport = { inputs: 0, refused: 0, crashes: [], slowest: { reader: "", milliseconds: 0 } };
  const names = Object.entries(readers);
  while (report.inputs < inputs && performance.now() < end) {
    const [name, read] = names[report.inputs % names.length] ?? chance.pick(names);
    const started = performance.now();
    const parsed = await read(parse, chance);
    note(report, name, { parsed, milliseconds: performance.now() - started });
  }
  return report;
}

function note(
  report: FuzzReport,
  reader: string,
  { parsed, milliseconds }: { parsed: Parsed<unknown>; milliseconds: number },
): void {
  report.inputs += 1;
  if (milliseconds > report.slowest.milliseconds) report.slowest = { reader, milliseconds };
  if (parsed.ok) return;
  if (/^cannot be read/.test(parsed.message))
    report.crashes.push(`${reader} #${report.inputs}: ${parsed.message}`);
  else report.refused += 1;
}

/** Of any length up to what is read at all; long ones are rare, since they may take a second each. */
function lengthOf(chance: Chance, most: number): number {
  return chance.oneIn(12) ? most : 1 + chance.number(2_000);
}

/** One hostile form, two of them mixed, or random pieces. */
function markdown(chance: Chance): string {
  if (chance.oneIn(3)) return aRandomDocument(chance, 60);
  const forms = Object.values(hostileMarkdown(lengthOf(chance, 55_000)));
  return chance.oneIn(2) ? chance.pick(forms) : mix(chance, forms).slice(0, 55_000);
}

function yaml(chance: Chance): string {
  if (chance.oneIn(3)) return Array.from({ length: 30 }, () => `${aRandomText(chance)}\n`).join("");
  const forms = Object.values(hostileYaml(lengthOf(chance, 60_000)));
  return chance.oneIn(2) ? chance.pick(forms) : mix(chance, forms).slice(0, 60_000);
}

/** Two texts, a few pieces of each in turn. */
function mix(chance: Chance, forms: readonly string[]): string {
  const [a, b] = [chance.pick(forms), chance.pick(forms)];
  const size = 1 + chance.number(40);
  const pieces: string[] = [];
  for (let at = 0; at < a.length; at += size) pieces.push(a.slice(at, at + size), b.slice(at, at + size));
  return pieces.join("");
}

function globs(chance: Chance): object {
  const piece = () =>
    chance.pick(["*", "**", "?", "{a,b}", "{", "}", "a", "/", "*a", "**/", "[", "\u2028", ".."]);
  const hint = () =>
    Array.from({ length: 1 + chance.number(lengthOf(chance, 100) % 100) }, piece)
      .join("")
      .slice(0, 300) || "a";
  const count = chance.oneIn(10) ? 300 : 1 + chance.number(10);
  const tasks = Array.from({ length: count }, (_, at) => ({
    id: `T${String(at + 1).padStart(2, "0")}`,
    title: aRandomText(chance) || "a",
    description: "d",
    acceptance: ["a"],
    scope: { files_hint: Array.from({ length: 1 + chance.number(20) }, hint) },
  }));
  return { version: 1, tasks };
}

function expression(chance: Chance): string {
  const pieces = [
    "steps.a.ok",
    "(",
    ")",
    "!",
    "&&",
    "||",
    "==",
    "'",
    "''",
    "[",
    "]",
    ".",
    "*",
    "contains(",
    ",",
    "1",
    "e9",
    "${{",
    "}}",
    "text",
    " ",
  ];
  return Array.from({ length: lengthOf(chance, 2_000) % 2_000 }, () => chance.pick(pieces)).join("");
}

function pattern(chance: Chance): string {
  const pieces = [
    "a",
    "(",
    ")",
    "*",
    "+",
    "?",
    "{2,}",
    "{20}",
    "|",
    "[",
    "]",
    "\\",
    "\\b",
    "^",
    "$",
    ".",
    "(?:",
    "(?=",
    "\\1",
    "\\p{L}",
    "\\u{1}",
  ];
  return Array.from({ length: 1 + chance.number(60) }, () => chance.pick(pieces))
    .join("")
    .slice(0, 300);
}

function recipeWith(condition: string): string {
  const step = { id: "b", if: condition, run: "commands" };
  const recipe = { name: "a", kind: "report", description: "a", steps: [{ id: "a", run: "commands" }, step] };
  return JSON.stringify(recipe);
}

function ruleWith(source: string): string {
  return JSON.stringify({ id: "a", files: ["**"], deny: [source], severity: "nitpick", message: "a" });
}

function library(parse: Parse, path: string, text: string): Promise<Parsed<unknown>> {
  return parse("library", { shipped: [], own: [{ path: `.gsd/${path}`, text }] }, { protectedPaths: [] });
}
