import { join } from "node:path";
import { createScratch } from "../adapters/create-scratch.ts";
import { applyCommit } from "../adapters/git/apply-commit.ts";
import { type ChangeSet, describeChanges, noChanges } from "../adapters/git/describe-changes.ts";
import { readChanges } from "../adapters/git/read-changes.ts";
import { readCommitFile } from "../adapters/git/read-folder.ts";
import { parse } from "../adapters/parse/create-parse.ts";
import { checkAnswer } from "../core/check/check-manifest.ts";
import { backlogFile } from "../core/codec/paths.ts";
import type { StepAnswer, StepRecord } from "../core/model/manifest.ts";
import type { Note } from "../core/model/note.ts";
import { type DoneStep, findDoneSteps } from "../core/recipe/find-done-steps.ts";
import type { CrewInput } from "./crew-input.ts";
import { copyTree } from "./trees/copy-tree.ts";
import { within } from "./within.ts";

/** What an earlier leg left for this one. */
export interface Resumed {
  steps: StepRecord[];
  changes: ChangeSet;
  notes: Note[];
}

type ResumeInput = Pick<CrewInput, "resume" | "recipe" | "folder" | "base" | "planFolder">;

/** Reads what an earlier leg left out of its commit. What does not fit, or is not there any more, is done again. */
export async function resumeLeg(input: ResumeInput & { editing: boolean }): Promise<Resumed> {
  const { resume } = input;
  if (!resume) return { steps: [], changes: noChanges, notes: [] };
  const { changes, notes } = input.editing
    ? await within("copy", () => resumeChanges(input, resume.commit))
    : { changes: noChanges, notes: [] };
  const steps: StepRecord[] = [];
  for (const done of findDoneSteps(input.recipe, resume.done)) {
    const found = await findResult(input, resume.commit, { done, changes });
    if (found) steps.push(resumedStep(done, found.answer));
  }
  return { steps, changes, notes };
}

/** The commit's change on top of this base; in a tree of its own, so that setup finds the base as it is. */
async function resumeChanges(
  { folder, base }: ResumeInput,
  commit: string,
): Promise<Pick<Resumed, "changes" | "notes">> {
  await using scratch = await createScratch("resume");
  const tree = join(scratch.path, "tree");
  await copyTree(folder, tree);
  const result = await applyCommit(tree, commit);
  if (result !== "applied")
    return { changes: noChanges, notes: [{ type: "started-afresh", commit, why: result }] };
  const changes = describeChanges(await readChanges(tree, base));
  return { changes, notes: [] };
}

async function findResult(
  input: ResumeInput,
  commit: string,
  { done, changes }: { done: DoneStep; changes: ChangeSet },
): Promise<{ answer: StepAnswer } | undefined> {
  const type = done.step.agent.answer;
  if (type === "change")
    return changes.changes.length > 0 ? { answer: { type, value: { summary } } } : undefined;
  const name = type === "backlog" ? backlogFile : `${done.member.toUpperCase()}.md`;
  const text = await readCommitFile(input.folder, commit, `${input.planFolder}/${name}`);
  if (text === undefined) return undefined;
  const value = type === "backlog" ? await readKept(text) : { document: text };
  return checkAnswer(type, value).ok ? { answer: { type, value } } : undefined;
}

async function readKept(text: string): Promise<unknown> {
  const reading = await parse("backlog-value", text);
  return reading.ok && reading.value !== undefined ? { backlog: reading.value } : undefined;
}

/** What the one who made a change said of it is not in its commit. */
const summary = "An earlier run of this job made this change.";

/** The entry of a step that an earlier leg did, and paid for. */
function resumedStep({ step, member }: DoneStep, answer: StepAnswer): StepRecord {
  return {
    type: "agent",
    id: step.id,
    round: 1,
    member,
    outcome: "done",
    ok: true,
    seconds: 0,
    role: step.agent.role.slice(0, 64),
    engine: "none",
    choice: "An earlier run of this job did it.",
    usage: { input: 0, output: 0 },
    usd: 0,
    answer,
  };
}
