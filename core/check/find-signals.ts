import type { Config } from "../model/config.ts";
import type { Coverage } from "../model/coverage.ts";
import type { CheckResult, TestsByName } from "../model/manifest.ts";
import { mostSignals, type Signal } from "../model/signal.ts";
import type { DiffFile } from "./read-patch.ts";
import { scopeSignals, type TaskTerms } from "./scope-signals.ts";
import { commandSignals } from "./signals/command-signals.ts";
import { configSignals } from "./signals/config-signals.ts";
import { countSignals } from "./signals/count-signals.ts";
import { coverageSignals } from "./signals/coverage-signals.ts";
import { lintSignals } from "./signals/lint-signals.ts";
import { testSignals } from "./signals/test-signals.ts";

/** A change that is judged, and what is known of its base. */
export interface Judged extends TaskTerms {
  /** Every changed file, with all its lines. */
  diff: readonly DiffFile[];
  /** What ran on exactly this change. */
  checks: readonly CheckResult[];
  /** Tests that ran on the base. */
  tests: TestsByName;
  /** What tests ran of this change, where they wrote it down. */
  coverage?: Coverage | undefined;
  config: TaskTerms["config"] & Pick<Config, "verification">;
}

/** What code alone can see: checks that say less than before, and files beyond the task. The gravest first. */
export function findSignals({ diff, hints, config, checks, tests, coverage }: Judged): Signal[] {
  const files = diff.map(({ path, lines }) => ({
    path,
    lines: lines.filter(({ sign }) => sign !== " ").length,
  }));
  return [
    ...countSignals(checks, tests),
    ...coverageSignals(coverage, config.verification?.coverage),
    ...testSignals(diff),
    ...commandSignals(diff),
    ...configSignals(diff),
    ...lintSignals(diff),
    ...scopeSignals(files, { hints, config }),
  ].slice(0, mostSignals);
}
