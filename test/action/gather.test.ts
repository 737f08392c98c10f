import { describe, expect, it } from "vitest";
import { gatherFacts } from "../../action/gather.ts";
import type { Ports } from "../../loop/ports.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aJob, aMergedTask, aTrack } from "../builders/a-track.ts";
import { aForge, commitFile } from "../forge/a-forge.ts";

const strict = "version: 1 # all of it works\n";
const weak = "version: 1 # some of it works\n";

describe("what a verifier is told", () => {
  it.each(["verify", "update"] as const)("is the backlog as it was approved, for %s", async (kind) => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const { issue, slug, plan } = aTrack({});
    const path = `specs/changes/${issue}-${slug}/BACKLOG.yaml`;
    const branch = `gsd/${issue}-${slug}`;
    const head = await commitFile(ada, branch, path, strict);
    const now = await commitFile(ada, branch, path, weak);
    const approved = { tree: "0".repeat(40), head, by: "ada", at: "2026-11-18T10:00:00Z" };
    const tasks = { T01: aMergedTask({ acceptance: ["All of it works"] }) };
    const job = aJob({ kind, base: { branch, sha: now } });
    const sources = { ports: { github: aGitHub(forge) } as Ports, job, folder: "", commands: {} };
    const tell = await gatherFacts({ ...sources, track: aTrack({ plan: { ...plan, approved }, tasks }) });
    const { documents, criteria } = await tell(kind);
    expect(documents).toEqual({ "BACKLOG.yaml": strict });
    if (kind === "verify") expect(criteria).toMatchObject([{ id: "T01.1", text: "All of it works" }]);
  });
});
