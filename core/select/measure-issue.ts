import type { Measure } from "../model/route.ts";

/** How large an issue may be that needs no plan. */
export const small = { tokens: 1_000, tools: 1, files: 3, complexity: 0.3 } as const;

const tools = ["edit", "read", "bash", "python", "git", "npm"];

/** Words by which somebody asks for thought, or for something from outside, before anything is changed. */
const planningWords = [
  ...["plan", "planning", "strategy", "implement", "implementation", "refactor", "refactoring", "redesign"],
  ...["design", "architecture", "architect", "migrate", "migration", "rewrite", "roadmap", "proposal"],
  ...["dependency", "dependencies", "upgrade", "integrate", "integration"],
];

/** How many characters are looked at; an issue that has more is not small. */
const longest = 20_000;

/** Measures an issue by its text alone: no model is asked. */
export function measureIssue({ title, body }: { title: string; body: string }): Measure {
  const text = `${title}\n${body}`;
  const seen = text.slice(0, longest);
  const words = seen.toLowerCase().match(/[a-z]+/g) ?? [];
  const known = new Set(words);
  const tokens = Math.ceil(text.length / 4);
  const files = new Set(seen.match(/[\w-][\w./-]*\.[a-z][a-z0-9]{0,7}\b/gi) ?? []).size;
  const measure = { tokens, tools: tools.filter((tool) => known.has(tool)).length, files };
  const word = planningWords.find((one) => known.has(one));
  const measured = { ...measure, complexity: complexityOf(seen, measure) };
  return word === undefined ? measured : { ...measured, word };
}

/** Length, files, and things to do: each counts up to a share of its own. */
function complexityOf(text: string, { tokens, files }: Pick<Measure, "tokens" | "files">): number {
  const points = text.match(/^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s/gm)?.length ?? 0;
  const share = (value: number, of: number, most: number) => Math.min(1, value / of) * most;
  const sum = share(tokens, small.tokens, 0.3) + share(files, 10, 0.3) + share(points, 10, 0.4);
  return Math.round(sum * 100) / 100;
}

/** What makes an issue too large for one pull request without a plan; undefined for one that is small. */
export function tooLargeFor({
  tokens,
  tools: named,
  files,
  complexity,
  word,
}: Measure): keyof Measure | undefined {
  if (word !== undefined) return "word";
  if (tokens > small.tokens) return "tokens";
  if (named > small.tools) return "tools";
  if (files > small.files) return "files";
  return complexity >= small.complexity ? "complexity" : undefined;
}
