import type { Finding } from "./answers.ts";
import type { AllowEntry } from "./config/scan.ts";

/** What the scanner says of a change. */
export interface ScanResult {
  /** What counts, the gravest first. */
  findings: Finding[];
  /** From 0 to 1. */
  risk: number;
  /** How many findings the allow-list lets pass. */
  allowed: number;
  /** Entries of the allow-list that would let more pass, had they not ended. */
  expired: AllowEntry[];
}
