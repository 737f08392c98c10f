import { type ChangeSet, noChanges } from "../adapters/git/describe-changes.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import type { Manifest, StepRecord } from "../core/model/manifest.ts";
import type { Note } from "../core/model/note.ts";
import type { JobEnd } from "../core/recipe/outcome-of.ts";
import { within } from "./within.ts";

/** What a job has done so far. It lies in `out` as a whole manifest after each entry, whenever the job ends. */
export interface Journal {
  steps(): readonly StepRecord[];
  changes(): ChangeSet;
  setChanges(changes: ChangeSet): void;
  /** What code alone saw in the change as it is now. */
  setSeen(seen: Seen): void;
  /** What people should know; the same is said once. */
  note(...notes: readonly Note[]): void;
  /** Adds an entry, and saves. */
  add(...steps: StepRecord[]): Promise<void>;
  /** Saves for the last time. */
  finish(end: JobEnd): Promise<Manifest>;
}

/** What code alone saw in a change. */
export type Seen = Required<Pick<Manifest, "signals">> & Pick<Manifest, "findings">;

type Header = Pick<Manifest, "job" | "base" | "at" | "recipe" | "sandbox">;

/** Opens the journal of a job. */
export function createJournal(header: Header, out: string): Journal {
  const started = performance.now();
  const steps: StepRecord[] = [];
  const notes = new Map<string, Note>();
  let changes = noChanges;
  let seen: Seen = { signals: [] };
  let saving: Promise<unknown> = Promise.resolve();

  // One after the other: members end when they like.
  const save = (end: JobEnd): Promise<Manifest> => {
    const write = () =>
      writeManifest({
        manifest: {
          version: 2,
          ...header,
          ...end,
          notes: [...notes.values()],
          steps: [...steps],
          changes: changes.changes,
          ...seen,
          seconds: (performance.now() - started) / 1000,
        },
        contents: changes.contents,
        out,
      });
    const written = saving.then(() => within("write", write));
    saving = written.catch(() => {});
    return written;
  };

  return {
    steps: () => steps,
    changes: () => changes,
    setChanges(next) {
      changes = next;
    },
    setSeen(next) {
      seen = next;
    },
    note(...more) {
      for (const note of more) notes.set(JSON.stringify(note), note);
    },
    async add(...more) {
      steps.push(...more);
      await save({ outcome: "lost", reason: "The job is still under way, or its process was ended." });
    },
    finish: save,
  };
}
