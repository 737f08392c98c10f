import type { Backlog } from "../model/backlog.ts";
import { formatBacklog, formatBacklogDraft, parseBacklog } from "../model/parse-backlog.ts";
import type { Problem } from "../model/validate.ts";
import { checkBacklog } from "./check-backlog.ts";
import { editBacklog } from "./edit-backlog.ts";
import { findFaults } from "./find-faults.ts";
import { type Keep, keepTasks } from "./keep-tasks.ts";
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
  /** The backlog that it takes the place of, and the tasks that stay as they are there. */
  keep?: Keep | undefined;
}

/** Holds an agent's backlog to what an edit by people is held to, by the text that they will find. */
export function draftBacklog(value: object, { protectedPaths, spec, keep }: Terms): BacklogDraft {
  const loose = formatBacklogDraft(keep ? keepTasks(value, keep) : value);
  const first = parseBacklog(loose);
  if (!first.ok) return { text: loose, problems: first.problems, faults: [] };
  const text = keep ? editBacklog(keep.text, first.backlog) : formatBacklog(first.backlog);
  const reading = parseBacklog(text);
  if (!reading.ok) return { text: loose, problems: reading.problems, faults: [] };
  const { backlog, locate } = reading;
  const { requirements } = readRequirements(spec ?? "");
  return {
    text,
    backlog,
    problems: checkBacklog(backlog, { protectedPaths, locate }),
    faults: findFaults(backlog, { requirements, locate }).filter(isNewTo(keep)),
  };
}

/** What was left as it is before is none of its author's business. */
function isNewTo(keep: Keep | undefined): (fault: Problem) => boolean {
  const before = keep && parseBacklog(keep.text);
  const known = before?.ok ? findFaults(before.backlog, {}).map(({ message }) => message) : [];
  return ({ message }) => !known.includes(message);
}
