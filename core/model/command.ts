import type { EngineName } from "./engines.ts";
import type { TaskId } from "./ids.ts";

/** A box of a form that somebody ticked. */
export interface Tick {
  comment: number;
  /** The question as it stood there. */
  ask: string;
  /** How many boxes of the question are ticked. */
  boxes: number;
}

/** What a person can ask for in a comment. */
export type Command =
  /** `gaps`: tasks for what verification found missing. */
  | { type: "plan"; fresh?: true; gaps?: true }
  | { type: "quick" }
  | { type: "status" | "pause" | "resume" | "cancel" | "help" }
  /** `over`: in spite of what reviewers and people object to. */
  | { type: "approve"; sha?: string; over?: true }
  /** `run`: how often the task had run when somebody asked for it: what happened since they have not seen. */
  | {
      type: "retry";
      task: TaskId;
      fresh?: true;
      engine?: EngineName;
      model?: string;
      text?: string;
      run?: number;
    }
  /** Without a task it means the one whose pull request it is written on. */
  | { type: "revise"; task?: TaskId; text?: string }
  | { type: "review" | "skip"; task: TaskId }
  | { type: "answer"; question: number; text: string; tick?: Tick }
  /** What a task asked for the first time, or the `number`th. */
  | { type: "allow"; task: TaskId; number: number }
  | { type: "deny"; task: TaskId; number: number; text?: string }
  | { type: "rebase" | "split"; task: TaskId; text?: string }
  | { type: "rollback"; task: TaskId; withDependents: boolean; undo?: undefined }
  /** All that was merged of the track. */
  | { type: "rollback"; task?: undefined; undo?: undefined }
  /** Takes the newest rollback back, or the newest of a task. */
  | { type: "rollback"; task?: TaskId; undo: true }
  /** The track branch, or a task's. */
  | { type: "update"; task?: TaskId }
  | { type: "budget"; usd: number }
  /** A phase of the roadmap, by its name. */
  | { type: "complete"; phase: string }
  /** Without a recipe it lists those that there are. */
  | { type: "run"; recipe?: undefined }
  | { type: "run"; recipe: string; text: string }
  /** Recipes that have a command of their own. */
  | { type: "research" | "debug" | "analyze"; text: string };
