import { describe, expect, it } from "vitest";
import { parse } from "../../adapters/parse/create-parse.ts";
import type { Track } from "../../core/model/track.ts";
import { archiveTrack } from "../../loop/effects/archive-track.ts";
import { finishTrack } from "../../loop/effects/finish-track.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aConfig } from "../builders/a-track.ts";
import { aClone, aForge, commitFile, SHOP } from "../forge/a-forge.ts";
import { aScene } from "./a-scene.ts";

const spec = `# Spec

## Spec changes

### Capability: export

#### Added: Rows

WHEN a report is exported
THEN it has rows
`;

const plan = "specs/changes/1-csv";
const archive = "specs/archive/2026-11-18-1-csv";

async function aPlannedTrack(files: Record<string, string>) {
  const forge = await aForge();
  const ada = forge.as("ada");
  for (const [path, text] of Object.entries(files)) await commitFile(ada, "gsd/1-csv", path, text);
  const { data: pull } = await ada.rest.pulls.create({
    ...SHOP,
    head: "gsd/1-csv",
    base: "main",
    title: "plan",
    draft: true,
  });
  const github = aGitHub(forge);
  const seen = await github.look({ commits: ["gsd/1-csv"], folders: [{ path: plan, ref: "gsd/1-csv" }] });
  const approved = { tree: seen.folders[0]?.sha ?? "", head: seen.commits[0]?.sha ?? "", by: "ada", at: "" };
  const work = aScene(github, {
    track: {
      pull: pull.number,
      plan: { approved } as Track["plan"],
      verification: { attempts: 0 } as Track["verification"],
      usd: 0,
      config: aConfig(),
    },
    effect: { type: "finish-track" },
  });
  const changes = async () => {
    using clone = await aClone(forge, forge.createUserToken("bob"), { branch: "gsd/1-csv" });
    return (await clone.git("show", "--name-status", "--no-renames", "--format=%s", "HEAD")).split("\n");
  };
  return {
    forge,
    github,
    work,
    changes,
    pull: () => github.pull(pull.number),
    [Symbol.asyncDispose]: () => forge[Symbol.asyncDispose](),
  };
}

describe("finishing a track", () => {
  it("archives the plan and folds its specs in one commit, then marks the pull request ready", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan ä\n", [`${plan}/SPEC.md`]: spec });
    const { requests, writes } = stage.forge.stats();
    await finishTrack.perform(stage.work);
    const now = stage.forge.stats();
    expect([now.requests - requests, now.writes - writes]).toEqual([5, 3]);
    expect(await stage.changes()).toEqual([
      "docs(gsd): archive the plan for #1",
      "",
      `A\t${archive}/PLAN.md`,
      `A\t${archive}/SPEC.md`,
      `D\t${plan}/PLAN.md`,
      `D\t${plan}/SPEC.md`,
      "A\tspecs/export/spec.md",
    ]);
    expect((await stage.github.readFile(`${archive}/PLAN.md`, "gsd/1-csv"))?.text).toBe("plan ä\n");
    expect(await stage.pull()).toMatchObject({ draft: false });
  });

  it("done again, commits nothing", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan\n" });
    await finishTrack.perform(stage.work);
    const head = await stage.github.ref("heads/gsd/1-csv");
    await finishTrack.perform(stage.work);
    expect(await stage.github.ref("heads/gsd/1-csv")).toBe(head);
  });

  it.each([
    ["a folder in the plan", { [`${plan}/images/a.svg`]: "<svg/>\n" }, "images/a.svg"],
    ["a file that is not text", { [`${plan}/a.bin`]: "\u0000\u0001" }, "a.bin"],
  ])("moves %s as well", async (_, files, name) => {
    await using stage = await aPlannedTrack({ [`${plan}/SPEC.md`]: spec, ...files });
    await finishTrack.perform(stage.work);
    expect(await stage.changes()).toEqual(
      expect.arrayContaining([`A\t${archive}/${name}`, `D\t${plan}/${name}`, "A\tspecs/export/spec.md"]),
    );
  });

  it("is tried again when somebody pushes meanwhile", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan\n" });
    const { github, work } = stage;
    const seen = await github.look({
      commits: ["gsd/1-csv"],
      folders: [{ path: plan, ref: "gsd/1-csv" }],
    });
    await commitFile(stage.forge.as("ada"), "gsd/1-csv", `${plan}/NEW.md`, "new\n");
    const [head] = seen.commits;
    const [folder] = seen.folders;
    if (!head || !folder) throw new Error("expected the plan");
    const archiving = archiveTrack(
      { ports: { github, parse }, track: work.track, day: "2026-11-18" },
      { head, folder, layout: "own", approved: { commit: head.sha, folder } },
    );
    await expect(archiving).rejects.toMatchObject({ code: "unavailable" });
  });

  it("leaves a head that nobody verified as it is", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan\n" });
    const verified = await stage.github.ref("heads/gsd/1-csv");
    const track = { ...stage.work.track, verification: { runs: 1, attempts: 0, head: verified ?? "" } };
    const pushed = await commitFile(stage.forge.as("ada"), "gsd/1-csv", "src/new.ts", "new\n");
    await expect(finishTrack.perform({ ...stage.work, track })).rejects.toMatchObject({ code: "head-moved" });
    expect(await stage.github.ref("heads/gsd/1-csv")).toBe(pushed);
    expect(await stage.pull()).toMatchObject({ draft: true });
  });

  it("of a track that was archived before folds nothing twice, and keeps one archive", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan\n", [`${plan}/SPEC.md`]: spec });
    const { github, work, forge } = stage;
    const effect = { type: "finish-track" as const, day: "2026-11-18" };
    await finishTrack.perform({ ...work, effect });
    const verified = await commitFile(forge.as("ada"), "gsd/1-csv", `${plan}/summary.md`, "again\n");
    const track = { ...work.track, verification: { runs: 2, attempts: 0, head: verified } };
    const later = { ...work.entry, at: "2026-11-20T10:00:00Z" };
    const result = await finishTrack.perform({ ...work, effect, track, entry: later });
    expect(result).toMatchObject({ type: "finished", head: await github.ref("heads/gsd/1-csv") });
    expect(await stage.changes()).toEqual([
      "docs(gsd): archive the plan for #1",
      "",
      `A\t${archive}/summary.md`,
      `D\t${plan}/summary.md`,
    ]);
    const folded = await github.readFile("specs/export/spec.md", "gsd/1-csv");
    expect(folded?.text.match(/## Rows/g)).toHaveLength(1);
    // Its answer was lost: the next try finds what it did.
    expect(await finishTrack.perform({ ...work, effect, track, entry: later })).toEqual(result);
  });

  const smuggled = spec
    .replace("#### Added: Rows", "#### Added: Everything")
    .concat("\nTHEN all is allowed\n");

  it.each([
    ["texts", {}],
    ["files that are not", { [`${plan}/a.bin`]: "\u0000\u0001" }],
  ])(
    "folds and archives the plan as it was approved, not as the branch says by now: with %s",
    async (_, more) => {
      const backlog = "version: 1\n";
      await using stage = await aPlannedTrack({
        [`${plan}/SPEC.md`]: spec,
        [`${plan}/BACKLOG.yaml`]: backlog,
        ...more,
      });
      const ada = stage.forge.as("ada");
      await commitFile(ada, "gsd/1-csv", `${plan}/SPEC.md`, smuggled);
      await commitFile(ada, "gsd/1-csv", `${plan}/BACKLOG.yaml`, `${backlog}# weaker\n`);
      await commitFile(ada, "gsd/1-csv", `${plan}/summary.md`, "ours\n");
      await finishTrack.perform(stage.work);
      const read = async (path: string) => (await stage.github.readFile(path, "gsd/1-csv"))?.text;
      expect(await read("specs/export/spec.md")).toContain("## Rows");
      expect(await read("specs/export/spec.md")).not.toContain("Everything");
      expect(await read(`${archive}/SPEC.md`)).toBe(spec);
      expect(await read(`${archive}/BACKLOG.yaml`)).toBe(backlog);
      expect(await read(`${archive}/summary.md`)).toBe("ours\n");
      expect(await read(`${plan}/SPEC.md`)).toBeUndefined();
    },
  );

  it("folds nothing that a branch added to a plan without spec changes", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/BACKLOG.yaml`]: "version: 1\n" });
    await commitFile(stage.forge.as("ada"), "gsd/1-csv", `${plan}/SPEC.md`, smuggled);
    await finishTrack.perform(stage.work);
    expect(await stage.github.readFile("specs/export/spec.md", "gsd/1-csv")).toBeUndefined();
  });

  it("says what to do when the approved plan is gone", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/BACKLOG.yaml`]: "version: 1\n" });
    const approved = { tree: "0".repeat(40), head: "0".repeat(40), by: "ada", at: "" };
    const track = { ...stage.work.track, plan: { approved } as Track["plan"] };
    await expect(finishTrack.perform({ ...stage.work, track })).rejects.toMatchObject({
      code: "text-changed",
    });
  });

  it("says what to do when the branch is gone", async () => {
    await using stage = await aPlannedTrack({ [`${plan}/PLAN.md`]: "plan\n" });
    await stage.github.deleteRef("heads/gsd/1-csv");
    await expect(finishTrack.perform(stage.work)).rejects.toMatchObject({ code: "no-branch" });
  });
});
