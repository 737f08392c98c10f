import { isLockfile } from "../detect/dependency-files.ts";
import type { Config } from "../model/config.ts";
import { mostSignals, type Signal } from "../model/signal.ts";
import { createNaming } from "../plan/protection.ts";
import { createOutside } from "./task-scope.ts";

const codes = ["protected-named", "large-change", "outside-hints"] as const;
type ScopeSignal = Extract<Signal, { code: (typeof codes)[number] }>;

/** What a task was given: its files, and what the configuration says of all. */
export interface TaskTerms {
  hints: readonly string[];
  config: Pick<Config, "protected_paths"> & { limits: Pick<Config["limits"], "lines"> };
}

/** Whether a signal is about how far a change goes, and so one that publish finds out for itself. */
export function isAboutScope(signal: Signal): signal is ScopeSignal {
  return codes.some((code) => code === signal.code);
}

/** Which files are beyond the task, and whether there is more than a person reads with care. */
export function scopeSignals(
  files: readonly { path: string; lines: number }[],
  { hints, config }: TaskTerms,
): ScopeSignal[] {
  const isOutside = createOutside(hints);
  const isNamed = createNaming(config.protected_paths, hints);
  const named = files.filter(({ path }) => isNamed(path));
  const most = config.limits.lines;
  const outside = files.filter(({ path }) => isOutside(path)).slice(0, mostSignals);
  const lines = files.reduce((sum, file) => sum + (isLockfile(file.path) ? 0 : file.lines), 0);
  const large = lines > most ? [{ code: "large-change" as const, lines, most }] : [];
  return [
    ...named.map(({ path }) => ({ code: "protected-named" as const, path })),
    ...large,
    ...outside.map(({ path }) => ({ code: "outside-hints" as const, path })),
  ];
}
