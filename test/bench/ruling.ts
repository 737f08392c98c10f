import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { applyRules } from "../../core/check/rules/apply-rules.ts";
import { parseRule } from "../../core/check/rules/parse-rule.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const rules = globSync("rules/*/*.yml", { cwd: root }).map((path) => {
  const parsed = parseRule(readFileSync(root + path, "utf8"));
  if (!parsed.ok) throw new Error(`${path} is wrong`);
  return parsed.rule;
});

/** Changes of one new file each; `line` writes one of its lines. */
const changes: Record<string, { path: string; lines: number; line: (at: number) => string }> = {
  "1,000 lines of TypeScript": {
    path: "src/a.ts",
    lines: 1_000,
    line: (at) => `export const value${at} = load("${at}", { cache: true }); // ${at}`,
  },
  "1,000 lines of Go": {
    path: "pkg/a.go",
    lines: 1_000,
    line: (at) => `\tvalue${at}, err := load(ctx, "${at}", options)`,
  },
  "1,000 lines of Python": {
    path: "app/a.py",
    lines: 1_000,
    line: (at) => `    value_${at} = load("${at}", cache=True)  # ${at}`,
  },
  "10,000 lines of one letter": { path: "src/b.ts", lines: 10_000, line: () => "a".repeat(1_000) },
  "10,000 lines that begin like a finding": {
    path: "src/c.ts",
    lines: 10_000,
    line: (at) => `exec(\`${"catch (e) { throw new ".repeat(48)}${at}`.slice(0, 1_000),
  },
  "10,000 lines of brackets and blanks": {
    path: "app/d.py",
    lines: 10_000,
    line: () => "execute( (  ' , ".repeat(70).slice(0, 1_000),
  },
};

/** What all packs take, in milliseconds of this process, and against a loop that only looks at each character. */
export function measureRuling(): { change: string; ms: number; loop: number; ratio: number }[] {
  // Once for all: patterns are compiled, and the machine is warm.
  applyRules(rules, [{ path: "src/a.ts", before: undefined, after: "x\n", isNew: true }]);
  return Object.entries(changes).map(([change, { path, lines, line }]) => {
    const after = Array.from({ length: lines }, (_, at) => line(at)).join("\n");
    const ms = timeOf(() => applyRules(rules, [{ path, before: undefined, after, isNew: true }]));
    const loop = timeOf(() => lookAt(after));
    return { change, ms: Math.round(ms), loop: Math.round(loop * 10) / 10, ratio: Math.round(ms / loop) };
  });
}

function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function lookAt(text: string): number {
  let sum = 0;
  for (const line of text.split("\n")) for (let at = 0; at < line.length; at += 1) sum += line.charCodeAt(at);
  return sum;
}
