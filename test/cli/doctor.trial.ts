import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diagnosisTypes } from "../../core/install/diagnosis.ts";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import type { RepoSettings } from "../../local/forge/state/repository.ts";
import {
  aHealthyInstall,
  edit,
  examine,
  graveOnes,
  type HealthyInstall,
  remove,
  repositoryOf,
  stub,
} from "./a-healthy-install.ts";
import { type InstallWorld, run, tagRelease } from "./an-install.ts";

const settings =
  (change: Partial<RepoSettings>) =>
  async ({ forge, repo }: InstallWorld) =>
    forge.settings(repo, change);

const limited = { enabled: true, allowed: "selected", githubOwned: true, patterns: ["other/*"] } as const;

/** Each finding, how it is made for real, and whether `--fix` takes it away. */
const cases: [string, (world: InstallWorld) => Promise<void>, boolean][] = [
  ["archived", settings({ archived: true }), false],
  ["issues-off", settings({ hasIssues: false }), true],
  [
    "actions-off",
    settings({ actions: { enabled: false, allowed: "all", githubOwned: true, patterns: [] } }),
    true,
  ],
  ["actions-limited", settings({ actions: { ...limited, patterns: [...limited.patterns] } }), false],
  ["pulls-forbidden", settings({ actionsCanCreatePulls: false }), true],
  ["rules", settings({ rulesets: [{ name: "all", include: ["gsd/**"], rules: ["creation"] }] }), false],
  [
    "branch-name",
    async ({ git }) => void (await git("push", "--quiet", "origin", "HEAD:refs/heads/gsd")),
    false,
  ],
  ["merge-method", settings({ allowedMergeMethods: ["merge"] }), true],
  ["label-missing", async (world) => void repositoryOf(world).labels.delete("gsd:plan"), true],
  ["config-missing", remove(".github/gsd.yml"), false],
  [
    "config-broken",
    edit(".github/gsd.yml", /^version: 1$/m, "version: 2\nnope: 1\nauto_merge: maybe"),
    false,
  ],
  ["script-missing", edit(".github/gsd.yml", /^engine: .*$/m, "engine: script"), false],
  ["secret-missing", async (world) => void delete repositoryOf(world).secrets["ANTHROPIC_API_KEY"], false],
  ["stub-missing", remove(stub), false],
  ["stub-unpinned", edit(stub, /@[0-9a-f]{40}/, "@main"), false],
  ["stub-permissions", edit(stub, / +pull-requests: write\n/, ""), false],
  ["stub-trust", edit(".github/gsd.yml", /$/, "ci: trusted\n"), false],
  ["stub-identity", edit(stub, /^( +)contents: write\n/m, "$&$1id-token: write\n"), false],
  ["stub-events", edit(stub, /types: \[created, edited\]/, "types: [created]"), false],
  ["stub-secret", edit(stub, / +ANTHROPIC_API_KEY: .*\n/, ""), false],
  ["tick-missing", remove(".github/workflows/gsd-tick.yml"), false],
  ["workflow-disabled", settings({ disabledWorkflows: [".github/workflows/gsd-tick.yml"] }), true],
  ["ci-unheard", edit(".github/workflows/ci.yml", /^name: CI$/m, "name: Tests"), false],
];

/** Those that need a world of their own to be made, below. */
const others = ["access", "stub-behind", "ci-limited", "ci-waits", "ci-trusted", "ci-services", "sandbox"];
/** Made in copy.trial.ts, and the last one in doctor.test.ts. */
const elsewhere = ["copy-missing", "copy-behind", "runner-foreign", "shared-private"];

let world: HealthyInstall;
beforeAll(async () => {
  world = await aHealthyInstall();
}, 60_000);
afterAll(async () => world[Symbol.asyncDispose]());

describe("gsd doctor", () => {
  it("has every finding made for real here", () => {
    expect([...cases.map(([type]) => type), ...others, ...elsewhere].sort()).toEqual(
      [...diagnosisTypes].sort(),
    );
  });

  it.each(cases)("finds %s, says the fix, and fixes what it may", async (type, make, isFixed) => {
    await world.heal();
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

  it("notes CI that will not start on pull requests into a track's branch", async () => {
    await world.heal();
    await edit(".github/workflows/ci.yml", /pull_request: /, "pull_request: { branches: [main] }")(world);
    const { status, findings } = await examine(world);
    const [note] = findings.filter(({ type }) => type === "ci-limited");
    expect(note).toMatchObject({ weight: "note", what: "`CI` runs on pull requests into `main` only." });
    expect(note?.fix).toContain('add `"gsd/*"` to its `branches`');
    expect(status).toBe(0);
    await edit(".github/workflows/ci.yml", /\[main\]/, '[main, "gsd/*"]')(world);
    const after = await examine(world);
    expect(after.findings.map(({ type }) => type)).not.toContain("ci-limited");
  });

  it("notes that CI is trusted, as long as it is", async () => {
    await world.heal();
    await edit(".github/gsd.yml", /$/, "ci: trusted\n")(world);
    const { findings } = await examine(world);
    expect(findings).toContainEqual(expect.objectContaining({ type: "ci-trusted", weight: "note" }));
  });

  it("notes services that CI starts and gsd does not", async () => {
    await world.heal();
    const jobs = "jobs: { t: { runs-on: ubuntu-latest, services: { postgres: { image: postgres } } } }";
    await edit(".github/workflows/ci.yml", /^jobs: .*$/m, jobs)(world);
    const { status, findings } = await examine(world);
    expect(findings).toContainEqual(
      expect.objectContaining({
        type: "ci-services",
        weight: "note",
        what: "`CI` starts services: `postgres`.",
      }),
    );
    expect(status).toBe(0);
  });

  it("says that GitHub cannot be reached", async () => {
    const env = { GITHUB_API_URL: "http://127.0.0.1:9" };
    const { status, stderr } = await world.gsd(["doctor", "--repo", "a/b"], { env });
    expect(stderr).toMatch(/GitHub cannot be reached at 127.0.0.1:9/);
    expect(status).toBe(1);
  });
});

/** Inside, nobody may make a namespace: bubblewrap itself is there and does not work. */
const cage = ["--unshare-user", "--disable-userns", "--dev-bind", "/", "/"];

describe.skipIf(!(await detectSandbox()).available)("on a machine where bubblewrap does not work", () => {
  it.each([
    ["a runner", { GITHUB_ACTIONS: "true" }, "stops", 3],
    ["a person's own", {}, "note", 0],
  ])("%s: gsd doctor says so, and what it means", async (_, env, weight, code) => {
    await world.heal();
    const { token, forge, clone } = world;
    const all = { GITHUB_API_URL: forge.urls.api, GH_TOKEN: token, ...env };
    const { status, stdout } = await run(["doctor", "--json"], { cwd: clone, env: all, inside: cage });
    const { findings } = JSON.parse(stdout);
    const [finding] = findings.filter(({ type }: { type: string }) => type === "sandbox");
    expect(finding).toMatchObject({ weight });
    expect(finding.what).toMatch(/^There is no sandbox on this machine\. \S/);
    expect(status).toBe(code);
  });
});

describe("once there is a newer release", () => {
  it("finds a stub that is behind, and renews the pin in the clone only", async () => {
    await world.heal();
    const next = await commitToProduct(world);
    await tagRelease(world.forge, "v9.0.0", next);
    const { findings } = await examine(world);
    expect(graveOnes(findings)).toEqual(["stub-behind", "stub-behind"]);
    const { stderr } = await examine(world, "--fix", "--yes");
    expect(stderr).toContain("done: pin v9.0.0 in .github/workflows/gsd.yml; commit and push it");
    await world.push();
    expect(await world.git("show", `HEAD:${stub}`)).toContain(`gsd.yml@${next} # v9.0.0`);
    expect(graveOnes((await examine(world)).findings)).toEqual([]);
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
