import { inspectRepository } from "../../core/inspect/inspect-repository.ts";
import { readSpecDeltas } from "../../core/plan/spec-deltas.ts";
import { describeProblems } from "../../core/sources/load-sources.ts";
import { parseWorkflowFile } from "../../local/runner/parse-file.ts";
import { shippedFiles } from "../core/prompt/shipped-files.ts";

const shipped = (["agents", "agents/skills", "agents/recipes", "rules"] as const).flatMap(shippedFiles);

/** What is wrong with a YAML example, by what it is an example of. */
export async function problemsInYaml(text: string): Promise<string> {
  if (/^\s*(uses|steps|jobs|on):/m.test(text) && !/^kind:/m.test(text)) return problemsInWorkflow(text);
  const path = pathOf(text);
  const own = [{ path, text }];
  return describeProblems(inspectRepository({ shipped, own, unreadable: [] }).problems);
}

/** Where such a file would lie. */
function pathOf(text: string): string {
  const name = /^(?:name|id): ([\w-]+)/m.exec(text)?.[1];
  if (/^kind:/m.test(text)) return `.gsd/recipes/${name}.yml`;
  if (/^id:/m.test(text)) return `.gsd/rules/${name}.yml`;
  return /^tasks:/m.test(text) ? "specs/changes/1-example/BACKLOG.yaml" : ".github/gsd.yml";
}

/** A part of a workflow, put where it belongs; GitHub's own parser reads it. */
async function problemsInWorkflow(text: string): Promise<string> {
  const pinned = text.replaceAll(/@<[^>]+>/g, `@${"a".repeat(40)}`);
  const isJob = /^\s+(uses|steps):/m.test(pinned) && !/^jobs:/m.test(pinned);
  const runsOn = /^\s+steps:/m.test(pinned) ? "    runs-on: ubuntu-latest\n" : "";
  const whole = isJob ? `on: workflow_dispatch\njobs:\n  example:\n${runsOn}${pinned}` : pinned;
  return (await parseWorkflowFile(".github/workflows/example.yml", whole)).errors.join("\n");
}

/** What is wrong with an example of a role, a skill or a plan's document. */
export function problemsInMarkdown(text: string): string {
  const name = /^name: ([\w-]+)/m.exec(text)?.[1];
  if (name === undefined) {
    const { deltas, problems } = readSpecDeltas(text);
    return problems.length > 0 || deltas.length === 0 ? JSON.stringify({ problems, deltas }) : "";
  }
  const folder = /^checklist:/m.test(text) ? "skills" : "agents";
  const own = [{ path: `.gsd/${folder}/${name}.md`, text }];
  return describeProblems(inspectRepository({ shipped, own, unreadable: [] }).problems);
}
