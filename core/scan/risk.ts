import type { Finding } from "../model/answers.ts";
import { classOf, type Danger, dangerIn } from "./scan-finding.ts";

const weights: Record<Danger, number> = { critical: 0.5, high: 0.2, low: 0 };

/** Above this a person has to look at a change, though nothing in it is critical. */
export const mostRisk = 0.7;

/** The risk of a change by what the scanner found in it: from 0 to 1, in steps of a tenth. */
export function riskOf(findings: readonly Finding[]): number {
  const found = findings.filter((finding) => classOf(finding) !== undefined);
  const sum = found.reduce((total, finding) => total + weights[dangerIn(finding)], 0);
  return Math.min(1, Math.round(sum * 10) / 10);
}

/** The name of the one remark that asks a person to look at all others of the scanner. */
export const riskRule = "scan/risk";
