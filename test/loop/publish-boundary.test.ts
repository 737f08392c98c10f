import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Change, Manifest } from "../../core/model/manifest.ts";
import type { TrackTask } from "../../core/model/task.ts";
import type { Track } from "../../core/model/track.ts";
import type { Artifact } from "../../loop/publish/artifact.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const content = Buffer.from("mine\n");
const sha256 = createHash("sha256").update(content).digest("hex");
const write = (path: string): Change => ({ path, mode: "100644", size: content.length, sha256 });

/** What a crew would leave that answers to nobody: its own change, and one more. */
function withChange({ manifest, digest, file }: Artifact, change: Change): Artifact {
  const known = manifest as Manifest;
  return {
    manifest: { ...known, changes: [...known.changes, change] },
    digest,
    file: (name) => (name === sha256 ? content : file(name)),
  };
}

/** A track whose plan is approved, and whose first task brings one change too many. */
async function aTrack(change: Change): Promise<Stage> {
  const disturb = (artifact: Artifact, key: string) =>
    key.startsWith("1/task/T01/") ? withChange(artifact, change) : artifact;
  const stage = await createStage("action", { disturb });
  const { maintainer } = stage.people;
  await maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
  await maintainer.label(1, "gsd:plan");
  await stage.idle();
  await maintainer.comment(1, "/approve");
  await stage.idle();
  return stage;
}

async function firstTask({ forge, repo }: Stage): Promise<TrackTask | undefined> {
  const track: Track = JSON.parse((await forge.actions.readFile(repo, "gsd/ledger", "tracks/1.json")) ?? "");
  return track.tasks.T01;
}

describe("publish holds a change against the base, whatever the crew says", () => {
  it.each([
    ["a file that is there in another spelling", write("readme.md"), "clashes with `README.md`"],
    ["a folder that is there in another spelling", write("Specs/new.md"), "clashes with `specs`"],
    ["a file where a folder is", write("specs"), "needs it to be a folder"],
    ["a file below a file", write("README.md/x"), "to be a folder, but it is a file"],
    [
      "a file deleted that is not there",
      { path: "src/none.js", deleted: true },
      "is deleted, but does not exist",
    ],
    ["a folder deleted", { path: "specs/report", deleted: true }, "is deleted, but does not exist"],
    ["a plan", write("specs/changes/1-export-reports-as-csv/SPEC.md"), "is protected"],
    ["an archive", write("specs/archive/2020-01-01-1-x/SPEC.md"), "is protected"],
    ["what instructs agents", write("docs/deep/.claude/settings.json"), "is protected"],
  ] as [string, Change, string][])("refuses %s", async (_, change, words) => {
    await using stage = await aTrack(change);
    const { status, trouble } = (await firstTask(stage)) ?? {};
    expect(status).toBe("failed");
    expect(trouble).toMatchObject({
      why: { outcome: "refused-change", reason: expect.stringContaining(words) },
    });
  });

  it("takes a change of what is there", async () => {
    await using stage = await aTrack(write("README.md"));
    expect(await firstTask(stage)).toMatchObject({ proposal: { pull: expect.any(Number) } });
  });
});
