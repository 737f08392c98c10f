import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { peoplesCommands } from "../../action/peoples-commands.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { createForge } from "../../local/forge/create-forge.ts";
import { readReleaseTree } from "../../local/release-tree.ts";
import { createRunner } from "../../local/runner/create-runner.ts";
import { where } from "./a-visit.ts";
import { aWorld, readTrack } from "./a-world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const workflow = (inputs: string) => `
on: workflow_dispatch
permissions: { contents: read }
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
        with: { path: here }
      - uses: gsd/gsd@main
        with: ${inputs}
`;

/** Runs the action for people in somebody's workflow, on a repository with these files. */
async function useAction(inputs: string, files: Record<string, string>) {
  const forge = await createForge();
  const runner = createRunner({ host: forge.actions });
  try {
    for (const login of ["gsd", "acme"]) forge.createUser({ login, type: "Organization" });
    forge.createRepository({ owner: "gsd", name: "gsd", files: readReleaseTree(root) });
    const path = ".github/workflows/check.yml";
    const repo = forge.createRepository({
      owner: "acme",
      name: "tally",
      files: { ...files, [path]: workflow(inputs) },
    });
    const url = `${forge.urls.api}/repos/${repo}/actions/workflows/check.yml/dispatches`;
    const headers = { authorization: `Bearer ${forge.createUserToken("acme")}` };
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ ref: "main" }) });
    await runner.idle();
    const [job] = [...forge.world.jobs.values()];
    return { conclusion: job?.conclusion, log: job?.log.join("\n") ?? "", summary: job?.summary ?? "" };
  } finally {
    await runner.close();
    await forge.close();
  }
}

describe("uses: gsd, in people's own workflows", () => {
  it("marks what is wrong at its line, and fails", async () => {
    const { conclusion, log, summary } = await useAction("{ path: here }", {
      ".github/gsd.yml": "label: gsd:plan\nlimits: { minutes: soon }\n",
    });
    expect(log).toContain("##[error].github/gsd.yml:2: .github/gsd.yml: limits.minutes");
    expect(log).toContain("1 problem in 1 file");
    expect(summary).toContain("| `.github/gsd.yml`, line 2 | `limits.minutes`");
    expect(conclusion).toBe("failure");
  });

  it("is green where nothing is wrong", async () => {
    const { conclusion, log, summary } = await useAction("{ path: here, command: validate }", {
      ".github/gsd.yml": "label: gsd:plan\n",
    });
    expect(log).toContain("Checked the configuration.");
    expect(summary).toContain("No problems found.");
    expect(conclusion).toBe("success");
  });

  it.each([
    ["{ command: frob }", /has no command "frob"; it has validate, /],
    ["{ path: elsewhere }", /There is no checkout in .*elsewhere.*actions\/checkout/],
    ["{ path: here, command: tick, workflow: ../x }", /The workflow is given as "..\/x"/],
  ])("says what is wrong with %s", async (inputs, words) => {
    const { conclusion, log } = await useAction(inputs, {});
    expect(log).toMatch(words);
    expect(conclusion).toBe("failure");
  });

  it("ticks: what a lost event left undone is done", async () => {
    const look = `
on: workflow_dispatch
jobs:
  look:
    runs-on: ubuntu-latest
    permissions: { actions: write, checks: read, contents: write, issues: write, pull-requests: write, statuses: write }
    steps:
      - uses: gsd/gsd@main
        with: { command: tick }
`;
    const files = { ...sampleFiles(), ".github/workflows/look.yml": look };
    await using world = await aWorld({ repository: { owner: "acme", name: "tally", files } });
    world.forge.workflowEvents.hold();
    const issue = await world.maintainer.openIssue({ title: "Write files", body: "Please." });
    await world.maintainer.label(issue, "gsd:plan");
    const lost = world.forge.workflowEvents.held().map((_, at) => at);
    world.forge.workflowEvents.release({ drop: lost });
    await world.idle();
    expect(await readTrack(world, issue)).toBe(null);
    await world.maintainer.octokit.rest.actions.createWorkflowDispatch({
      ...where,
      workflow_id: "look.yml",
      ref: "main",
    });
    await world.idle();
    expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed" });
  });

  it("lists in action.yml the commands that it has", () => {
    const { inputs } = parse(readFileSync(join(root, "action.yml"), "utf8"));
    const listed = [...inputs.command.description.matchAll(/(?:\. |^)`(\w+)`/g)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(peoplesCommands));
  });
});

/** A repository on this machine, and `gsd validate` in it. */
function aRepository(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-validate-"));
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    folder,
    git,
    write,
    gsd: (args: string[] = [], cwd = folder) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`${root}cli/gsd.mjs`, "validate", ...args],
        { cwd, encoding: "utf8" },
      );
      return { status, stdout, stderr };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe("gsd validate", () => {
  it("checks the work tree, committed or not, and leaves the index alone", () => {
    using one = aRepository({ ".github/gsd.yml": "label: 7\n" });
    const { status, stdout } = one.gsd();
    expect(stdout).toMatch(/^\.github\/gsd\.yml:1: label /);
    expect(status).toBe(3);
    expect(one.git("status", "--porcelain")).toBe("?? .github/\n");
  });

  it("checks a commit when it is told to, and says all of it in JSON", () => {
    using one = aRepository({ ".github/gsd.yml": "label: gsd:plan\n" });
    one.git("add", ".");
    one.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "one");
    one.write(".github/gsd.yml", "label: 7\n");
    mkdirSync(join(one.folder, "src"));
    expect(one.gsd([], join(one.folder, "src")).status).toBe(3);
    const { status, stdout } = one.gsd(["--ref", "main", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { configuration: 1 }, problems: [] });
    expect(status).toBe(0);
    expect(one.gsd(["--ref", "nowhere"]).stderr).toBe(
      'gsd: This repository has no commit, branch or tag "nowhere".\n',
    );
  });

  it("checks one file or folder alone, and drafts from anywhere by their name", () => {
    const broken = "version: 1\ntasks:\n  - id: 3\n";
    using one = aRepository({
      ".github/gsd.yml": "engine: nobody\n",
      "specs/changes/1-one/BACKLOG.yaml": broken,
      "specs/export/spec.md": "# export\n\n## A\n\na\n\n## A\n\nb\n",
      "drafts/BACKLOG.yaml": broken,
      "drafts/other.txt": "x",
    });
    const folder = one.gsd(["specs/changes"]);
    expect(folder.status).toBe(3);
    expect(folder.stdout).toContain("specs/changes/1-one/BACKLOG.yaml");
    expect(folder.stdout).not.toContain("gsd.yml");
    expect(folder.stdout).toContain("Checked 1 backlog.");
    expect(one.gsd(["specs/export/spec.md"]).stdout).toContain("Checked 1 spec.");
    expect(one.gsd(["BACKLOG.yaml"], join(one.folder, "drafts")).stdout).toContain("BACKLOG.yaml:3");
    expect(one.gsd(["drafts/other.txt"]).stderr).toContain("gsd reads nothing at drafts/other.txt");
    expect(one.gsd(["specs/nowhere"]).stderr).toContain("There is nothing at specs/nowhere that gsd reads.");
    expect(one.gsd(["elsewhere/SPEC.md"]).stderr).toContain("There is no file elsewhere/SPEC.md.");
  });

  it("follows no link", () => {
    using one = aRepository({ "secret.txt": "key: hunter2\n" });
    mkdirSync(join(one.folder, ".github"));
    symlinkSync("../secret.txt", join(one.folder, ".github/gsd.yml"));
    const { stdout } = one.gsd();
    expect(stdout).toContain(".github/gsd.yml: is a symbolic link, which is not followed");
    expect(stdout).not.toContain("hunter2");
  });

  it("says so outside of a repository", () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-nowhere-"));
    using one = aRepository({});
    const { status, stderr } = one.gsd([], folder);
    rmSync(folder, { recursive: true });
    expect(stderr).toContain("is not in a git repository. Go to yours, or make one with git init.");
    expect(status).toBe(1);
  });
});
