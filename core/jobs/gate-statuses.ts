import { scopeOf } from "../check/gate.ts";
import { isAboutScope } from "../check/scope-signals.ts";
import type { Finding } from "../model/answers.ts";
import type { PublishStep } from "../model/publication.ts";
import { mostSignals, type Signal } from "../model/signal.ts";
import type { Proposal } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import type { PublicationInput } from "./row.ts";
import { blockersIn, blockingSignals } from "./verdict.ts";

/** What code alone saw in a change: how far it goes publish sees for itself, and believes nobody. */
export function signalsOn({ manifest, change }: PublicationInput): Signal[] {
  const told = (manifest.signals ?? []).filter((signal) => !isAboutScope(signal));
  return [...told, ...scopeOf(change)].slice(0, mostSignals);
}

type Judged = Required<Pick<Proposal, "handsOff" | "signals">> & {
  /** What rules and the scanner found, and what the latter comes to. */
  findings: Finding[];
  risk?: number | undefined;
  head?: string;
};

/** The statuses `gsd/rules` and `gsd/scope` of a head. */
export function gateStatuses(track: Track, judged: Judged): PublishStep[] {
  const findings = judged.findings.filter(({ rule }) => rule !== undefined);
  const signals = judged.signals.filter(isAboutScope);
  const isHeld = blockingSignals(track, { ...judged, signals }).length > 0;
  const at = judged.head === undefined ? {} : { head: judged.head };
  return [
    {
      type: "status",
      context: "gsd/rules",
      state: blockersIn(findings).length > 0 ? "failure" : "success",
      description: { type: "rules-status", findings, risk: judged.risk ?? 0 },
      ...at,
    },
    {
      type: "status",
      context: "gsd/scope",
      state: isHeld ? "failure" : "success",
      description: { type: "scope-status", signals, isHeld },
      ...at,
    },
  ];
}
