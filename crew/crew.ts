import { sha256Of } from "../adapters/git/describe-changes.ts";
import { digestOf } from "../core/check/digest-of.ts";
import { GsdError } from "../core/gsd-error.ts";
import { type Outcome, outcomes } from "../core/model/job.ts";
import type { StepRecord } from "../core/model/manifest.ts";
import type { Move } from "../core/recipe/recipe.ts";
import type { CrewInput } from "./crew-input.ts";
import type { Journal } from "./journal.ts";
import type { Logs, UnderWay } from "./logs.ts";
import type { Prepared } from "./prepare-grounds.ts";
import type { Installed } from "./setup/renew-setup.ts";
import type { Trees } from "./trees/create-trees.ts";

/** A crew at work: what every step can reach. */
export interface Crew {
  input: CrewInput;
  trees: Trees;
  /** Trees with what setup installed, and how it went; it may still be at work. */
  prepared(): Promise<Prepared>;
  journal: Journal;
  logs: Logs;
  /** Agents at work, until they are in the journal: so a killed one's money is found again. */
  underWay: Map<Move, UnderWay>;
  /** Whether anyone works in the job's own tree. */
  editing: boolean;
  /** Until when the fallback does what the first choice was asked for, in milliseconds. */
  fallbackUntil: number;
  /** What is installed for the change as it is now. */
  installed: Installed;
  /** Programs that are kept from agents, and that somebody tried to run. */
  tried: Set<string>;
  /** Paths that hold an earlier leg's work. */
  earlierWork: readonly string[];
}

/** A move, and its part of the memory. */
export interface Turn {
  move: Move;
  memoryShare: number;
}

/** What every entry of the journal has; `done` until somebody says otherwise. */
export function entryOf({ step, round, member }: Move, started: number) {
  const ms = performance.now() - started;
  return {
    id: step.id,
    round,
    member,
    outcome: "done" as Outcome,
    ok: true,
    at: new Date(Date.now() - ms).toISOString(),
    seconds: ms / 1000,
  };
}

/** Tells rescue who is at work, and what in the tree is nobody's. */
export function saveState({ logs, underWay, trees, editing }: Crew): void {
  const state = { underWay: [...underWay.values()] };
  logs.save(editing ? { ...state, before: trees.before } : state);
}

/** The digest of what was changed so far. */
export function subjectOf({ journal }: Pick<Crew, "journal">): string {
  return digestOf(journal.changes().changes, sha256Of);
}

/** How a job ends that was told to stop: by a person, or by its own clock. */
export function endedBy(signal: AbortSignal): { outcome: Outcome; reason: string } {
  const { reason } = signal as { reason: unknown };
  if (reason instanceof DOMException && reason.name === "TimeoutError")
    return { outcome: "timeout", reason: "The job was stopped: its time is up." };
  return { outcome: "cancelled", reason: "The job was cancelled." };
}

/** How an error ends a step: by its code where that is an outcome. */
export function outcomeOfError(error: unknown): Pick<StepRecord, "outcome" | "reason"> {
  const reason = error instanceof Error ? error.message : String(error);
  const code: string = error instanceof GsdError ? error.code : "crashed";
  // A role, skill or recipe of the repository that cannot be used is a setting that cannot.
  if (["agent", "skill", "recipe", "rule"].includes(code)) return { outcome: "config", reason };
  const known = outcomes.find((outcome) => outcome === code && outcome !== "done");
  return { outcome: known ?? "crashed", reason };
}
