import { describe, expect, it } from "vitest";
import {
  bytesIn,
  crampedBytes,
  fitTrack,
  ledgerText,
  mostFileBytes,
} from "../../../core/codec/track-size.ts";
import { warningsOf } from "../../../core/view/warnings.ts";
import { aFinding } from "../../builders/a-manifest.ts";
import { aProposal, aTask, aTrack } from "../../builders/a-track.ts";

/** A track with so many findings of 2,000 characters, three bytes each. */
function aTrackWith(findings: number) {
  const found = Array.from({ length: findings }, (_, index) =>
    aFinding({ severity: index === 0 ? "blocker" : "suggestion", message: "字".repeat(2_000) }),
  );
  return aTrack({ tasks: { T01: aTask({ status: "review", proposal: aProposal({ findings: found }) }) } });
}

describe("the size of a track", () => {
  it("is counted in bytes", () => {
    expect(bytesIn("字")).toBe(3);
    expect(crampedBytes(aTrackWith(1))).toBeUndefined();
    expect(crampedBytes(aTrackWith(70))).toBeGreaterThan(70 * 6_000);
  });

  it("is told while there is still something to do about it", () => {
    expect(warningsOf(aTrackWith(1))).toEqual([]);
    expect(warningsOf(aTrackWith(70))).toMatchObject([{ type: "cramped", mostBytes: 512_000 }]);
  });

  it("is made to fit: of what reviewers found, what blocks stays", () => {
    const small = aTrackWith(1);
    expect(fitTrack(small)).toBe(small);
    const fitting = fitTrack(aTrackWith(100));
    expect(bytesIn(ledgerText(fitting))).toBeLessThan(mostFileBytes);
    expect(fitting.tasks.T01?.proposal?.findings.map(({ severity }) => severity)).toEqual(["blocker"]);
  });
});
