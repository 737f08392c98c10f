import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aForge, aRun } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

describe("artifactsOf", () => {
  it("names the artifacts of a run that can still be had, and of no other run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-artifact-"));
    writeFileSync(join(folder, "a.txt"), "a");
    let now = Date.now();
    await using forge = await aForge({ now: () => new Date(now) });
    const [runId, other] = [aRun(forge), aRun(forge)];
    await forge.actions.saveArtifact({ runId, name: "short", folder, retentionDays: 1 });
    await forge.actions.saveArtifact({ runId, name: "long", folder, retentionDays: 9 });
    await forge.actions.saveArtifact({ runId: other, name: "foreign", folder });
    const github = aGitHub(forge);
    expect((await github.artifactsOf(runId)).sort()).toEqual(["long", "short"]);
    now += 2 * 86_400_000;
    expect(await github.artifactsOf(runId)).toEqual(["long"]);
    expect(await github.artifactsOf(123_456)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
