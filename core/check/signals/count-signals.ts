import type { CheckResult, TestsByName } from "../../model/manifest.ts";
import type { Signal } from "../../model/signal.ts";

/** What the commands' own output says: fewer tests than on the base, or more that were skipped. */
export function countSignals(checks: readonly CheckResult[], base: TestsByName): Signal[] {
  return checks.flatMap(({ name, command, ok, tests }): Signal[] => {
    const known = base.find((one) => one.name === name);
    // One that fails says so itself, and may have ended early.
    if (!known || known.ran === 0 || !ok) return [];
    if (!tests) return [{ code: "fewer-tests", command, before: known.ran }];
    const signals: Signal[] = [];
    if (tests.ran < known.ran) {
      signals.push({ code: "fewer-tests", command, before: known.ran, after: tests.ran });
    }
    if (tests.skipped > known.skipped) {
      signals.push({ code: "more-skipped", command, before: known.skipped, after: tests.skipped });
    }
    return signals;
  });
}
