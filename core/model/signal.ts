import { amount, type Infer, integer, list, optional, shared, text, unionOf } from "./schema.ts";

const path = text(1_000);
const line = optional(integer(1));
const count = integer(1);
/** A few characters of the line that was found, such as `it.skip`. */
const mark = text(60);

/**
 * What code alone can see in a change that makes its checks say less, or that goes beyond its task: data, found by
 * `core/check/find-signals.ts`. `line` is the first place in the new file, `count` how many there are.
 */
export const signalSchema = shared(
  "signal",
  unionOf("code", {
    /** `count`: tests that were in it, at least one. */
    "test-file-deleted": { path, count },
    "tests-removed": { path, count },
    "tests-skipped": { path, line, count, mark },
    /** Only these run, and nothing beside them. */
    "tests-focused": { path, line, count, mark },
    "assertions-removed": { path, count },
    /** By the output of a command; without `after` it no longer tells. */
    "fewer-tests": { command: text(1_000), before: integer(), after: optional(integer()) },
    "more-skipped": { command: text(1_000), before: integer(), after: integer() },
    /** A script or target that checks run. */
    "command-weakened": { path, line, name: mark },
    "ci-weakened": { path, line },
    /** What test runners, linters and compilers are told. */
    "config-weakened": { path, line, mark },
    "coverage-lowered": { path, line, mark, before: text(20), after: optional(text(20)) },
    "lint-disabled": { path, line, count, mark },
    /** Neither in the task's `files_hint`, nor next to it, nor a test. */
    "outside-hints": { path },
    /** Protected by the repository, and named by the approved plan. */
    "protected-named": { path },
    /** Tests ran less of the change than `verification.coverage` asks for, in percent. */
    "change-uncovered": { lines: integer(), covered: integer(), least: amount() },
    /** More lines than `limits.lines` allows. */
    "large-change": { lines: integer(), most: integer() },
  }),
);
export type Signal = Infer<typeof signalSchema>;

/** The most that a change is told of. */
export const mostSignals = 50;
export const signalsSchema = list(signalSchema, mostSignals);
