import type { Finding, Severity } from "../model/answers.ts";
import { withoutUndefined } from "../model/without-undefined.ts";

/** How bad it is what the scanner found: `critical` is never published, `high` counts for the risk, `low` is only told. */
export type Danger = "critical" | "high" | "low";

/** The classes of what the scanner looks for: an entry of the allow-list names one. */
const scanClasses = ["secret", "injection", "traversal", "privilege", "supply"] as const;
export type ScanClass = (typeof scanClasses)[number];

/** What is to be said of a place: facts of a check, before it becomes a remark. */
export interface ScanFact {
  class: ScanClass;
  danger: Danger;
  path: string;
  line?: number;
  message: string;
}

const severityOf: Record<Danger, Severity> = { critical: "blocker", high: "suggestion", low: "nitpick" };
const dangerOf: Record<Severity, Danger> = { blocker: "critical", suggestion: "high", nitpick: "low" };

/** The name that a class has in a remark. No rule of a repository can be called so: its names hold no slash. */
const prefix = "scan/";

/** What a remark has room for. */
const longest = { path: 500, message: 1_000 };

/** What was found as a remark like any other. */
export function toFinding({ class: name, danger, path, line, message }: ScanFact): Finding {
  return withoutUndefined({
    path: path.slice(0, longest.path),
    line,
    severity: severityOf[danger],
    message: message.slice(0, longest.message),
    rule: `${prefix}${name}`,
  });
}

/** The class of a remark of the scanner; undefined for any other. */
export function classOf({ rule = "" }: Pick<Finding, "rule">): ScanClass | undefined {
  return scanClasses.find((name) => rule === `${prefix}${name}`);
}

/** How bad a remark of the scanner is. */
export function dangerIn({ severity }: Pick<Finding, "severity">): Danger {
  return dangerOf[severity];
}
