import { describe, expect, it } from "vitest";
import type { RepoSettings } from "../../local/forge/state/repository.ts";
import { anInstall, type InstallWorld, tagRelease } from "./an-install.ts";

interface Finding {
  type: string;
  weight: string;
  what: string;
  why: string;
  fix: string;
  fixable: boolean;
}

/** A repository in which gsd is installed and nothing is missing. */
async function aHealthyInstall(role: "triage" | "write" | "admin" = "admin"): Promise<InstallWorld> {
  const world = await anInstall();
  world.write({ Makefile: "test:\n\ttrue\n", ".github/workflows/ci.yml": ci });
  const { status, stderr } = await world.gsd(["init", "--yes"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  await world.push();
  world.forge.setSecret(world.repo, "ANTHROPIC_API_KEY", "a key for tests only");
  if (role !== "admin") world.forge.addCollaborator(world.repo, "ada", role);
  return world;
}

const ci = "name: CI\non: { push: , pull_request: }\njobs: {}\n";

async function examine({ gsd }: InstallWorld, ...args: string[]) {
  const { status, stdout, stderr } = await gsd(["doctor", "--json", ...args]);
  const document = JSON.parse(stdout) as { findings: Finding[]; notChecked: string[] };
  return { status, stderr, ...document };
}

const graveOnes = (findings: Finding[]) =>
  findings.filter(({ weight }) => weight !== "note").map(({ type }) => type);

const edit = (path: string, from: RegExp, to: string) => async (world: InstallWorld) => {
  const text = await world.git("show", `HEAD:${path}`);
  expect(text).toMatch(from);
  world.write({ [path]: text.replace(from, to) });
  await world.push();
};

const settings =
  (change: Partial<RepoSettings>) =>
  async ({ forge, repo }: InstallWorld) =>
    forge.settings(repo, change);

const stub = ".github/workflows/gsd.yml";

/** Each finding, how it is made for real, and whether `--fix` takes it away. */
const cases: [string, (world: InstallWorld) => Promise<void>, boolean][] = [
  ["archived", settings({ archived: true }), false],
  ["issues-off", settings({ hasIssues: false }), true],
  [
    "actions-off",
    settings({ actions: { enabled: false, allowed: "all", githubOwned: true, patterns: [] } }),
    true,
  ],
  [
    "actions-limited",
    settings({ actions: { enabled: true, allowed: "selected", githubOwned: true, patterns: ["other/*"] } }),
    false,
  ],
  ["pulls-forbidden", settings({ actionsCanCreatePulls: false }), true],
  ["rules", settings({ rulesets: [{ name: "all", include: ["gsd/**"], rules: ["creation"] }] }), false],
  [
    "branch-name",
    async ({ git }) => void (await git("push", "--quiet", "origin", "HEAD:refs/heads/gsd")),
    false,
  ],
  ["merge-method", settings({ allowedMergeMethods: ["merge"] }), true],
  [
    "label-missing",
    async ({ forge, repo }) => void forge.world.repos.get(repo)?.labels.delete("gsd:plan"),
    true,
  ],
  [
    "config-missing",
    async (world) => {
      await world.git("rm", "--quiet", ".github/gsd.yml");
      await world.push();
    },
    false,
  ],
  [
    "config-broken",
    edit(".github/gsd.yml", /^version: 1$/m, "version: 2\nnope: 1\nauto_merge: maybe"),
    false,
  ],
  ["script-missing", edit(".github/gsd.yml", /^engine: .*$/m, "engine: script"), false],
  [
    "secret-missing",
    async ({ forge, repo }) => void delete forge.world.repos.get(repo)?.secrets["ANTHROPIC_API_KEY"],
    false,
  ],
  [
    "stub-missing",
    async (world) => {
      await world.git("rm", "--quiet", stub);
      await world.push();
    },
    false,
  ],
  ["stub-unpinned", edit(stub, /@[0-9a-f]{40}/, "@main"), false],
  ["stub-permissions", edit(stub, / +pull-requests: write\n/, ""), false],
  ["stub-trust", edit(".github/gsd.yml", /$/, "ci: trusted\n"), false],
  ["stub-secret", edit(stub, / +ANTHROPIC_API_KEY: .*\n/, ""), false],
  [
    "tick-missing",
    async (world) => {
      await world.git("rm", "--quiet", ".github/workflows/gsd-tick.yml");
      await world.push();
    },
    false,
  ],
  ["workflow-disabled", settings({ disabledWorkflows: [".github/workflows/gsd-tick.yml"] }), true],
  ["ci-unheard", edit(".github/workflows/ci.yml", /^name: CI$/m, "name: Tests"), false],
];

describe("gsd doctor", () => {
  it("finds nothing in a repository that was installed by gsd init", async () => {
    await using world = await aHealthyInstall();
    const { status, findings, notChecked } = await examine(world);
    expect({ grave: graveOnes(findings), notChecked, status }).toEqual({
      grave: [],
      notChecked: [],
      status: 0,
    });
    expect(findings.map(({ type }) => type)).toContain("ci-waits");
  });

  it.each(cases)("finds %s, says the fix, and fixes what it may", async (type, make, isFixed) => {
    await using world = await aHealthyInstall();
    await make(world);
    const { status, findings } = await examine(world);
    expect(graveOnes(findings)).toEqual([type]);
    expect(status).toBe(3);
    const [finding] = findings.filter((one) => one.type === type);
    for (const words of [finding?.what, finding?.why, finding?.fix]) expect(words).toMatch(/^\S.*[.\]]$/s);
    const after = await examine(world, "--fix", "--yes");
    expect(graveOnes(after.findings)).toEqual(isFixed ? [] : [type]);
    expect(after.status).toBe(isFixed ? 0 : 3);
  });

  it("finds a stub that is behind, and renews the pin in the clone only", async () => {
    await using world = await aHealthyInstall();
    const { forge } = world;
    const next = await commitToProduct(world);
    await tagRelease(forge, "v9.0.0", next);
    const { findings } = await examine(world);
    expect(graveOnes(findings)).toEqual(["stub-behind", "stub-behind"]);
    const { stderr } = await examine(world, "--fix", "--yes");
    expect(stderr).toContain("done: pin v9.0.0 in .github/workflows/gsd.yml; commit and push it");
    await world.push();
    expect(await world.git("show", `HEAD:${stub}`)).toContain(`gsd.yml@${next} # v9.0.0`);
    expect(graveOnes((await examine(world)).findings)).toEqual([]);
  });

  it("says what a token without admin access does not show, and never calls that fine", async () => {
    await using world = await aHealthyInstall("triage");
    const { findings, notChecked, status } = await examine(world);
    expect({ grave: graveOnes(findings), notChecked, status }).toEqual({
      grave: ["access"],
      notChecked: ["actions", "workflow-pulls", "secrets"],
      status: 3,
    });
  });

  it("speaks to people in lines that fit 80 columns", async () => {
    await using world = await aHealthyInstall();
    world.forge.settings(world.repo, { actionsCanCreatePulls: false });
    const { stdout, status } = await world.gsd(["doctor"]);
    expect(stdout).toContain("Stops the work\n  - GitHub Actions may not create pull requests here.");
    expect(stdout).toContain("1 finding.");
    expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("http"))).toEqual([]);
    expect(status).toBe(3);
  });

  it.each([
    [["doctor", "--fix"], {}, 2, /There is no terminal to ask on: say --yes/],
    [["doctor", "--repo", "acme"], {}, 2, /--repo takes OWNER\/NAME, not "acme"/],
    [["doctor", "--repo", "acme/other"], {}, 1, /GitHub shows no repository acme\/other. Check the name/],
    [["doctor"], { GH_TOKEN: "ghp_wrong" }, 1, /GitHub does not accept the token/],
    [
      ["doctor", "--repo", "a/b"],
      { GITHUB_API_URL: "http://127.0.0.1:9" },
      1,
      /GitHub cannot be reached at 127.0.0.1:9/,
    ],
  ])("refuses %j with %j", async (args, env, code, words) => {
    await using world = await anInstall();
    const { status, stderr, stdout } = await world.gsd(args, { env: env as Record<string, string> });
    expect(stderr).toMatch(words);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });
});

async function commitToProduct({ forge }: InstallWorld): Promise<string> {
  const response = await fetch(`${forge.urls.api}/repos/gsd/gsd/contents/NEWS`, {
    method: "PUT",
    headers: { authorization: `Bearer ${forge.createUserToken("gsd")}`, "content-type": "application/json" },
    body: JSON.stringify({ message: "next", content: "bmV3cw==" }),
  });
  return ((await response.json()) as { commit: { sha: string } }).commit.sha;
}
