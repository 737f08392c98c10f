import { readCommitFile } from "../../adapters/git/read-folder.ts";
import { parse } from "../../adapters/parse/create-parse.ts";
import { backlogFile } from "../../core/codec/paths.ts";
import type { Parsed } from "../../core/parse/parsers.ts";
import { describeProblem } from "../../core/plan/amend-backlog.ts";
import type { BacklogDraft } from "../../core/plan/draft-backlog.ts";
import type { Crew, Turn } from "../crew.ts";
import { answersGiven } from "./given-answers.ts";
import type { CodeResult } from "./run-code.ts";

/** Whether the newest backlog is one, how its tasks fit together and what is left to put right in it, in words for its author. */
export async function checkBacklogStep(crew: Crew, turn: Turn): Promise<CodeResult> {
  const draft = await (crew.input.amends ? readAmended(crew, turn) : readDraft(crew, turn));
  if (!draft) return { problems: ["There is no backlog."], outcome: "invalid-answer" };
  if (!draft.ok) return { problems: [`The backlog ${draft.message}.`], outcome: "invalid-answer" };
  const problems = [...draft.value.problems, ...draft.value.faults];
  if (problems.length === 0) return {};
  return { problems: problems.map(describeProblem), outcome: "invalid-answer" };
}

type Reading = Promise<Parsed<BacklogDraft> | undefined>;

async function readDraft(crew: Crew, { move }: Turn): Reading {
  const { config, folder, base, planFolder, keeps = [] } = crew.input;
  const found = answersGiven(crew, move, "backlog").at(-1);
  const { protected_paths: protectedPaths } = config;
  const spec = answersGiven(crew, move, "document").find(({ member }) => member === "spec")?.value.document;
  const text =
    keeps.length > 0 ? await readCommitFile(folder, base, `${planFolder}/${backlogFile}`) : undefined;
  const keep = text === undefined ? undefined : { text, tasks: keeps };
  return found && parse("backlog-draft", found.value.backlog, { protectedPaths, spec, keep });
}

/** A better version of a task is looked at in the backlog that it belongs to. */
async function readAmended(crew: Crew, { move }: Turn): Reading {
  const { amends, config, folder, base, planFolder } = crew.input;
  const found = answersGiven(crew, move, "amendment").at(-1);
  if (!found || !amends) return undefined;
  const text = (await readCommitFile(folder, base, `${planFolder}/${backlogFile}`)) ?? "";
  const { protected_paths: protectedPaths } = config;
  return parse("amendment", { ...amends, text, tasks: found.value.tasks, protectedPaths });
}
