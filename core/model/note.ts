import { flag, type Infer, integer, list, object, oneOf, optional, shared, text, unionOf } from "./schema.ts";
import { meetingSchema } from "./spec-delta.ts";

/** Characters that nobody can see, and were taken out. */
const dropped = object({ count: integer(), kinds: list(text(100), 10) });

/** Why a host was not reached. */
export const networkTroubles = [
  ...(["not-allowed", "not-public", "no-address", "not-a-name"] as const),
  ...(["tls", "refused", "unreachable"] as const),
] as const;
export type NetworkTrouble = (typeof networkTroubles)[number];

/** A host that a setup did not reach, as `setup.hosts` would write it. */
const unreached = object({ host: text(300), trouble: oneOf(networkTroubles) });
export type Unreached = Infer<typeof unreached>;

/** Something that people should know of what agents were told, as data; `core/render/notes.ts` has the words. */
export const noteSchema = shared(
  "note",
  unionOf("type", {
    /** Text that is not what it seems; `what` is how it is called: "The text". */
    "odd-text": {
      what: text(200),
      hidden: dropped,
      lookalikes: list(text(200), 20),
      /** What agents get and readers do not see: comments of HTML, titles, what is folded. */
      unseen: optional(list(text(2_400), 10)),
      /** Whether there is nothing but a title. */
      empty: optional(flag()),
    },
    /** Text that was too long for a prompt; `what` as above. */
    "text-cut": { what: text(200), bytes: integer(), limit: integer() },
    /** Comments of the issue that agents were not told. */
    "comments-left-out": { count: integer(1), because: oneOf(["edited", "many"]) },
    "document-cleaned": { name: text(100), dropped },
    "context-cut": { task: text(20), cut: list(text(300), 20) },
    "context-problem": { what: text(300), message: text(500) },
    /** A plan's remark: something that its planners were asked to put right, and did not. */
    "plan-fault": { message: text(500) },
    /** A section that none of the plan's documents has. */
    "section-missing": { file: text(100), section: text(100) },
    /** Requirements that have no number of their own, and are counted in their order; none where they are text in which no single one can be found. */
    "requirements-unnumbered": { count: integer() },
    "context-drift": {
      task: text(20),
      growth: optional(integer()),
      signs: list(oneOf(["longer", "contaminated", "debris"]), 3),
    },
    /** Part of a budget is spent. */
    "budget-warning": { whose: oneOf(["task", "track", "day"]), usd: text(30), limit: text(30) },
    /** Work of an earlier attempt that no longer fits. */
    "started-afresh": { commit: text(40), why: oneOf(["conflict", "missing"]) },
    /** A setup that was found and not run; only older states have it. */
    "setup-not-run": { command: text(1_000), hosts: list(text(100), 10) },
    /** A command that gsd guessed and does without: its tool is not there, or what a setup would have installed is not. */
    "left-out": {
      name: oneOf(["setup", "lint", "typecheck", "test", "build"]),
      command: text(1_000),
      missing: optional(text(100)),
      /** Of a setup: what it did not reach, and what it might have. */
      unreached: optional(list(unreached, 10)),
      hosts: optional(list(text(300), 20)),
    },
    /** The version of a language that a file pins and that is not used as it stands there. */
    "tool-version": {
      tool: oneOf(["node", "python", "go", "ruby"]),
      file: text(100),
      wanted: text(100),
      trouble: oneOf(["missing", "other-patch", "unreadable", "overruled"]),
      /** The version that is used, and the file that counts more. */
      used: optional(text(40)),
      by: optional(text(100)),
      /** Where it is missing, some that are there. */
      has: optional(list(text(40), 5)),
    },
    /** Requirements that a rollback took out of a spec, and those that a person should look at. */
    "spec-unfolded": {
      path: text(300),
      taken: list(text(200), 50),
      restored: optional(list(text(200), 50)),
      look: list(text(200), 50),
    },
    /** A requirement that another open track, or a change of OpenSpec's, changes too. */
    "spec-meets": { meeting: meetingSchema },
    /** A file of the repository's `.gsd/` that could not be used. */
    "file-skipped": { path: text(300), message: text(1_000) },
    /** A plan's remark: a task that could not start as it is. */
    "cannot-start": { what: text(100), reason: text(1_000) },
    /** A reviewer or planner that failed: its part is missing. */
    "member-missing": { member: text(100), outcome: text(40), reason: optional(text(1_000)) },
  }),
);
export type Note = Infer<typeof noteSchema>;
