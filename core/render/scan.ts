import type { ScanResult } from "../model/scan.ts";
import { mostRisk } from "../scan/risk.ts";
import { dangerIn } from "../scan/scan-finding.ts";
import { code } from "../text/foreign.ts";
import { plural } from "./phrases.ts";

/** What the scanner found, in a line of a review; entries of its allow-list that have ended are said. */
export function scanPart(scan: ScanResult): string {
  const { risk, allowed, expired } = scan;
  const asks = risk > mostRisk ? " A person has to look at it." : "";
  const passed = allowed > 0 ? ` ${plural(allowed, "finding")} allowed by \`scan.allow\`.` : "";
  const ended = expired.map(
    ({ class: name, until }) => ` The entry of \`scan.allow\` for ${code(name)} ended on ${until}.`,
  );
  return `**Scan:** risk ${risk} of 1 (${countsOf(scan)}).${asks}${passed}${ended.join("")}`;
}

function countsOf({ findings }: ScanResult): string {
  const counts = (["critical", "high", "low"] as const).flatMap((danger) => {
    const count = findings.filter((finding) => dangerIn(finding) === danger).length;
    return count > 0 ? [`${count} ${danger}`] : [];
  });
  return counts.join(", ") || "nothing found";
}
