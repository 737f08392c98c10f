import type { Backlog } from "../model/backlog.ts";
import { formatBacklog, formatBacklogDraft, parseBacklog } from "../model/parse-backlog.ts";
import type { Problem } from "../model/validate.ts";
import { checkBacklog } from "./check-backlog.ts";
import { findFaults } from "./find-faults.ts";
import { readRequirements } from "./requirements.ts";

/** What an agent called a backlog, as people will see it. */
export interface BacklogDraft {
  /** BACKLOG.yaml. */
  text: string;
  /** Undefined where it does not even have the form of one. */
  backlog?: Backlog;
  /** All that is wrong with that very text, with its lines. */
  problems: Problem[];
  /** What its author should put right, and people may leave as it is. */
  faults: Problem[];
}

interface Terms {
  protectedPaths: readonly string[];
  /** SPEC.md, where it is known: each of its requirements has to be in a task. */
  spec?: string | undefined;
}

/** Holds an agent's backlog to what an edit by people is held to, by the text that they will find. */
export function draftBacklog(value: object, { protectedPaths, spec }: Terms): BacklogDraft {
  const loose = formatBacklogDraft(value);
  const first = parseBacklog(loose);
  if (!first.ok) return { text: loose, problems: first.problems, faults: [] };
  const text = formatBacklog(first.backlog);
  const reading = parseBacklog(text);
  if (!reading.ok) return { text: loose, problems: reading.problems, faults: [] };
  const { backlog, locate } = reading;
  const { requirements } = readRequirements(spec ?? "");
  return {
    text,
    backlog,
    problems: checkBacklog(backlog, { protectedPaths, locate }),
    faults: findFaults(backlog, { requirements, locate }),
  };
}
