import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { where } from "./a-visit.ts";
import { aWorld } from "./a-world.ts";

const workflow = (inputs: string, permissions: string) => `
on: workflow_dispatch
permissions: ${permissions}
jobs:
  look:
    runs-on: ubuntu-latest
    steps:
      - uses: gsd/gsd@main
        with: ${inputs}
`;

const reads = "{ actions: read, contents: read, issues: read }";
const files = {
  ...sampleFiles(),
  ".github/workflows/doctor.yml": workflow("{ command: doctor }", reads),
  ".github/workflows/warn.yml": workflow("{ command: doctor, warn-only: true }", reads),
  ".github/workflows/maybe.yml": workflow("{ command: doctor, warn-only: maybe }", reads),
  ".github/workflows/status.yml": workflow("{ command: status }", "{ contents: read }"),
};

type People = Awaited<ReturnType<typeof aWorld>>;

/** Starts a workflow by hand, as its owner does, and gives what its job left. */
async function start(world: People, workflow_id: string) {
  const known = new Set(world.forge.world.jobs.keys());
  await world.maintainer.octokit.rest.actions.createWorkflowDispatch({ ...where, workflow_id, ref: "main" });
  await world.idle();
  const [job] = [...world.forge.world.jobs].flatMap(([id, one]) => (known.has(id) ? [] : [one]));
  return { conclusion: job?.conclusion, log: job?.log.join("\n") ?? "", summary: job?.summary ?? "" };
}

const hasSandbox = (await detectSandbox()).available;

describe.skipIf(!hasSandbox)("uses: gsd with command doctor or status, in people's own workflows", () => {
  let world: People;
  beforeAll(async () => {
    world = await aWorld({ repository: { owner: "acme", name: "tally", files } });
    world.forge.settings(world.repo, { allowedMergeMethods: ["squash"] });
    await world.maintainer.octokit.rest.issues.createLabel({ ...where, name: "gsd:plan" });
  }, 60_000);
  afterAll(async () => world.close());

  it("doctor is green where nothing is missing, and names what its token does not show", async () => {
    const { conclusion, log, summary } = await start(world, "doctor.yml");
    expect(log).toContain("Nothing is missing that gsd can see.");
    expect(summary).toContain("### gsd doctor: `acme/tally`\n\nNothing is missing that gsd can see.");
    expect(summary).toContain("- whether GitHub Actions may create pull requests (needs admin access)");
    expect(summary).toContain("- which secrets are set (needs write access)");
    expect(conclusion).toBe("success");
  });

  it("status says that nothing was planned yet", async () => {
    const { conclusion, log } = await start(world, "status.yml");
    expect(log).toContain("acme/tally has no branch gsd/ledger: gsd has not planned anything there yet.");
    expect(conclusion).toBe("success");
  });

  it("doctor fails with one mark for each finding, and with warn-only it warns", async () => {
    const rulesets = [{ name: "all", include: ["gsd/**"], rules: ["update" as const] }];
    world.forge.settings(world.repo, { rulesets, allowedMergeMethods: ["merge"] });
    const red = await start(world, "doctor.yml");
    expect(red.log).toContain("##[error]Rules cover `gsd/**`: `update`.");
    expect(red.log).toContain("##[error]gsd doctor: 2 findings.");
    expect(red.summary).toContain("**Stops the work**");
    expect(red.summary).toMatch(
      /\*\*Fix:\*\* Exclude `gsd\/\*\*` from the ruleset on \[settings\/rules\]\(http/,
    );
    expect(red.conclusion).toBe("failure");
    const yellow = await start(world, "warn.yml");
    expect(yellow.log).toContain("##[warning]Squash merging is not allowed here.");
    expect(yellow.summary).toContain("2 findings.");
    expect(yellow.conclusion).toBe("success");
    const wrong = await start(world, "maybe.yml");
    expect(wrong.log).toContain('`warn-only` is given as "maybe"; set it to true or false.');
    expect(wrong.conclusion).toBe("failure");
    world.forge.settings(world.repo, { rulesets: [], allowedMergeMethods: ["squash"] });
  });

  it("status lists the open tracks, those first that wait for a person", async () => {
    const issue = await world.maintainer.openIssue({ title: "Write | files", body: "Please." });
    await world.maintainer.label(issue, "gsd:plan");
    await world.idle();
    const { conclusion, log, summary } = await start(world, "status.yml");
    expect(log).toContain("1 of 1 open track waits for you.");
    const page = `${world.forge.urls.server}/acme/tally/issues/${issue}`;
    expect(summary).toContain(
      `| 👉 | [#${issue}](${page}) Write \\| files | waiting for its plan's approval |`,
    );
    // Below a run's page a relative link would lead nowhere.
    const there = `${world.forge.urls.server}/acme/tally/pull/2#issuecomment-new`;
    expect(summary).toMatch(/comment `\/approve [0-9a-f]{7}` \[there\]/);
    expect(summary).toContain(`[there](${there})`);
    expect(conclusion).toBe("success");
  });

  it("status fails where a file of the ledger cannot be read, and shows the rest", async () => {
    const branch = "gsd/ledger";
    const { octokit } = world.maintainer;
    await octokit.rest.repos.createOrUpdateFileContents({
      ...where,
      branch,
      path: "tracks/999.json",
      message: "by hand",
      content: Buffer.from("{").toString("base64"),
    });
    const { conclusion, log, summary } = await start(world, "status.yml");
    expect(log).toContain("##[error]tracks/999.json is not JSON");
    expect(summary).toContain("1 of 1 open track waits for you.");
    expect(conclusion).toBe("failure");
  });
});

describe.skipIf(!hasSandbox)("on a runner where bubblewrap does not work", () => {
  it("doctor says that no agent would run there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-caged-"));
    const node = join(folder, "node");
    const cage = "bwrap --unshare-user --disable-userns --dev-bind / /";
    writeFileSync(node, `#!/bin/sh\nexec ${cage} ${process.execPath} "$@"\n`);
    chmodSync(node, 0o755);
    const world = await aWorld({ repository: { owner: "acme", name: "tally", files }, node });
    try {
      await world.maintainer.octokit.rest.issues.createLabel({ ...where, name: "gsd:plan" });
      const { conclusion, log } = await start(world, "doctor.yml");
      expect(log).toContain("##[error]There is no sandbox on this machine.");
      expect(log).toContain("gsd runs no agent without one.");
      expect(conclusion).toBe("failure");
    } finally {
      await world.close();
      rmSync(folder, { recursive: true });
    }
  });
});
