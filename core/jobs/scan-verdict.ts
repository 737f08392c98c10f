import type { Finding } from "../model/answers.ts";
import type { ScanResult } from "../model/scan.ts";
import { mostRisk, riskOf, riskRule } from "../scan/risk.ts";
import { classOf } from "../scan/scan-finding.ts";
import type { PublicationInput } from "./row.ts";

/** What the scanner says of all that a task has changed so far: of files that stay as they are, it said it before. */
export function scanVerdict({ scan }: PublicationInput, earlier: readonly Finding[]): ScanResult {
  const findings = [...scan.findings, ...earlier.filter((finding) => classOf(finding) !== undefined)];
  return { ...scan, findings, risk: riskOf(findings) };
}

/** A remark that holds a change up for a person, where nothing in it is critical but all together is too much. */
export function riskFindings({ findings, risk }: ScanResult): Finding[] {
  const [first] = findings;
  if (risk <= mostRisk || first === undefined) return [];
  const message = `The scanner's findings come to a risk of ${risk} of 1. Above ${mostRisk} a person has to look at them.`;
  return [{ path: first.path, severity: "blocker", message, rule: riskRule }];
}
