import type { CheckResult } from "../model/manifest.ts";

/** One line beside the status `gsd/check`. */
export function checkStatus(checks: CheckResult[]): string {
  if (checks.length === 0) return "no commands are configured";
  const failing = checks.filter((check) => !check.ok).map((check) => check.name);
  if (failing.length > 0) return `failing in the sandbox: ${failing.join(", ")}`;
  return `${checks.length} of ${checks.length} commands passed in the sandbox`;
}
