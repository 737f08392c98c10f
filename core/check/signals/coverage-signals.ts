import { type Coverage, percentOf } from "../../model/coverage.ts";
import type { Signal } from "../../model/signal.ts";

/** Whether tests ran less of a change than people ask for; nothing where nobody asks, or no line of it can run. */
export function coverageSignals(coverage: Coverage | undefined, least: number | undefined): Signal[] {
  if (!coverage || least === undefined || percentOf(coverage) >= least) return [];
  const { lines, covered } = coverage;
  return [{ code: "change-uncovered", lines, covered, least }];
}
