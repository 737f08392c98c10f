import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aHealthyInstall, edit, examine, graveOnes, type HealthyInstall, stub } from "./a-healthy-install.ts";

let world: HealthyInstall;
beforeAll(async () => {
  world = await aHealthyInstall();
}, 60_000);
afterAll(async () => world[Symbol.asyncDispose]());

/** `doctor.trial.ts` makes every finding alone, with its fix. */
describe("gsd doctor", () => {
  it("finds nothing in a repository that was installed by gsd init", async () => {
    const { status, findings, notChecked } = await examine(world);
    expect({ grave: graveOnes(findings), notChecked, status }).toEqual({
      grave: [],
      notChecked: [],
      status: 0,
    });
    expect(findings.map(({ type }) => type)).toContain("ci-waits");
  });

  it("tells all that is missing at once, and with --fix leaves what only a person may do", async () => {
    const { forge, repo, git } = world;
    await edit(stub, / +pull-requests: write\n/, "")(world);
    await git("push", "--quiet", "origin", "HEAD:refs/heads/gsd");
    const rulesets = [{ name: "all", include: ["gsd/**"], rules: ["creation" as const] }];
    forge.settings(repo, { actionsCanCreatePulls: false, allowedMergeMethods: ["merge"], rulesets });
    const { stdout, status } = await world.gsd(["doctor"]);
    expect(stdout).toContain("Stops the work\n  - GitHub Actions may not create pull requests here.");
    expect(stdout).toContain("5 findings.");
    expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("http"))).toEqual([]);
    expect(status).toBe(3);
    const after = await examine(world, "--fix", "--yes");
    expect(graveOnes(after.findings)).toEqual(["stub-permissions", "branch-name", "rules"]);
    expect(after.stderr).toContain("done: allow merging by squash");
    await world.heal();
  });

  it("says what a token without admin access does not show, and never calls that fine", async () => {
    const { forge, repo } = world;
    forge.createUser({ login: "tom" });
    forge.addCollaborator(repo, "tom", "triage");
    const gsd = (args: string[]) => world.gsd(args, { env: { GH_TOKEN: forge.createUserToken("tom") } });
    const { findings, notChecked, status } = await examine({ gsd });
    expect({ grave: graveOnes(findings), notChecked, status }).toEqual({
      grave: ["access"],
      notChecked: ["actions", "workflow-pulls", "secrets"],
      status: 3,
    });
  });

  it("shows where each setting comes from, and a shared file that runs cannot read", async () => {
    const { forge } = world;
    const shared = "approvals: 2\nbudget: { day: 50 }\nmodel: claude-x\n";
    const place = { owner: "acme", name: ".github", files: { "gsd.yml": shared } };
    forge.createRepository(place);
    const { stdout, status } = await world.gsd(["doctor"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^engine +claude-code +\.github\/gsd\.yml:\d+$/m);
    expect(stdout).toMatch(/^approvals +2 +acme\/\.github\/gsd\.yml:1$/m);
    expect(stdout).toMatch(
      /Not used from acme\/\.github\/gsd\.yml: budget\.day \(line 2\), model \(line 3\)\./,
    );
    expect(stdout).toMatch(/At their defaults: [\s\S]*limits\.fixes/);
    expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("http"))).toEqual([]);
    const { stdout: json } = await world.gsd(["doctor", "--json"]);
    const { settings, unusedSettings } = JSON.parse(json);
    const file = "acme/.github/gsd.yml";
    expect(settings).toContainEqual({ path: "approvals", value: 2, from: "organization", file, line: 1 });
    expect(settings).toContainEqual({ path: "limits.fixes", value: 2, from: "default" });
    expect(unusedSettings).toContainEqual({ path: "model", value: "claude-x", file, line: 3 });
    forge.world.repos.delete("acme/.github");
    forge.createRepository({ ...place, private: true });
    forge.addCollaborator("acme/.github", "ada", "read");
    const { findings } = await examine(world);
    expect(graveOnes(findings)).toEqual(["shared-private"]);
    forge.world.repos.delete("acme/.github");
  });

  it.each([
    [["doctor", "--fix"], {}, 2, /There is no terminal to ask on: say --yes/],
    [["doctor", "--repo", "acme/other"], {}, 1, /GitHub shows no repository acme\/other. Check the name/],
    [["doctor"], { GH_TOKEN: "ghp_wrong" }, 1, /GitHub does not accept the token/],
  ])("refuses %j with %j", async (args, env, code, words) => {
    const { status, stderr, stdout } = await world.gsd(args, { env: env as Record<string, string> });
    expect(stderr).toMatch(words);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
  });
});
