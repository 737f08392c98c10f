import { parseRoadmap } from "../backlog/roadmap.ts";
import { parseCommands } from "../command/parse-commands.ts";
import { readLessons, relevantLessons, updateLessons } from "../context/lessons.ts";
import { collectWords } from "../decide/collect-words.ts";
import { inspectRepository } from "../inspect/inspect-repository.ts";
import { parseWorkflow } from "../install/parse-workflow.ts";
import { settingOrigins } from "../install/setting-origins.ts";
import { draftAnswers } from "../jobs/draft-answers.ts";
import type { BacklogTask } from "../model/backlog.ts";
import { parseConfig } from "../model/parse-config.ts";
import { amendBacklog } from "../plan/amend-backlog.ts";
import { changedSpecs, foldChanges } from "../plan/archive-plan.ts";
import { checkDocument } from "../plan/check-document.ts";
import { checkSpecChanges } from "../plan/check-spec-changes.ts";
import { draftBacklog } from "../plan/draft-backlog.ts";
import { draftSpec } from "../plan/draft-spec.ts";
import { openspecChange } from "../plan/openspec-change.ts";
import { readBacklog, readBacklogValue, readTasks } from "../plan/read-backlog.ts";
import { unfoldSpec } from "../plan/unfold-specs.ts";
import { loadLibrary } from "../prompt/load-library.ts";

/**
 * Everything that reads text which others wrote, by name. How long such a text takes is up to whoever wrote it, so none
 * of these is called where it could hold up others: `adapters/parse` runs them beside the process, within bounds.
 * They take and give plain data.
 */
export const parsers = {
  amendment: amendBacklog,
  answers: draftAnswers,
  backlog: readBacklog,
  "backlog-draft": draftBacklog,
  "backlog-value": readBacklogValue,
  commands: parseCommands,
  config: parseConfig,
  "setting-origins": settingOrigins,
  document: checkDocument,
  inspection: inspectRepository,
  "fitting-lessons": (markdown: string, task: BacklogTask) =>
    relevantLessons(readLessons(markdown), task).map(({ text }) => text),
  lessons: updateLessons,
  library: loadLibrary,
  roadmap: parseRoadmap,
  "new-spec": draftSpec,
  "openspec-change": openspecChange,
  "spec-changes": changedSpecs,
  "spec-check": checkSpecChanges,
  "spec-folding": foldChanges,
  "spec-unfolding": unfoldSpec,
  tasks: readTasks,
  words: collectWords,
  workflow: parseWorkflow,
} as const;

type Parsers = typeof parsers;
export type ParserName = keyof Parsers;

/** What a parser came to; `message` says why it was stopped, as words after the name of what it read. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

/** Runs a parser by its name, within bounds of time and memory. */
export type Parse = <N extends ParserName>(
  name: N,
  ...input: Parameters<Parsers[N]>
) => Promise<Parsed<ReturnType<Parsers[N]>>>;
