import type { Finding } from "../model/answers.ts";
import type { AllowEntry } from "../model/config/scan.ts";
import { createMatch } from "../plan/match-paths.ts";
import { classOf } from "./scan-finding.ts";

/** What the allow-list lets pass today, what it does not, and which entries would have until they ended. */
export interface Allowance {
  left: Finding[];
  allowed: Finding[];
  expired: AllowEntry[];
}

/** Holds what was found against the allow-list. An entry that has ended lets nothing pass, and is named. */
export function applyAllowList(
  findings: readonly Finding[],
  { allow, today }: { allow: readonly AllowEntry[]; today: string },
): Allowance {
  const entries = allow.map((entry) => ({ entry, isMeant: createMatch(entry.paths, { unsure: false }) }));
  const meaning = (finding: Finding) =>
    entries.filter(({ entry, isMeant }) => entry.class === classOf(finding) && isMeant(finding.path));
  const isOver = ({ entry }: { entry: AllowEntry }) => entry.until < today;
  const isAllowed = (finding: Finding) => meaning(finding).some((one) => !isOver(one));
  const left = findings.filter((finding) => !isAllowed(finding));
  const expired = left.flatMap((finding) => meaning(finding).filter(isOver));
  return {
    left,
    allowed: findings.filter(isAllowed),
    expired: [...new Set(expired.map(({ entry }) => entry))],
  };
}
