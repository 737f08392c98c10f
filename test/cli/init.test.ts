import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../core/model/parse-config.ts";
import { anInstall, type InstallWorld, run } from "./an-install.ts";

/** One world for all, brought back to its first commit before each. The questions: init-terminal.test.ts. */
describe("gsd init", () => {
  let world: InstallWorld;
  const outside = mkdtempSync(join(tmpdir(), "gsd-outside-"));
  const read = (path: string) => readFileSync(join(world.clone, path), "utf8");
  const untracked = async () => (await world.git("status", "--short", "-uall")).trim().split("\n");
  const repository = () => world.forge.world.repos.get(world.repo)!;

  beforeAll(async () => {
    world = await anInstall({ defaultBranch: "trunk" });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    rmSync(outside, { recursive: true });
  });
  beforeEach(async () => {
    await world.git("switch", "--quiet", "trunk");
    await world.git("clean", "--quiet", "-fdx");
    for (const label of ["gsd:plan", "gsd:quick", "gsd"]) repository().labels.delete(label);
  });

  it("installs gsd with a real pin, the repository's own commands and CI, and the label", async () => {
    world.write({
      "package.json": '{ "scripts": { "test": "node --test" } }',
      ".github/workflows/ci.yml": "name: Checks\non: [push, pull_request]\njobs: {}\n",
    });
    const { status, stdout, stderr } = await world.gsd(["init", "--yes", "--engine", "codex"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(read(".github/workflows/gsd.yml")).toContain(`gsd.yml@${world.sha} # v`);
    expect(read(".github/workflows/gsd.yml")).toContain('workflows: ["Checks"]');
    expect(read(".github/workflows/gsd-tick.yml")).toContain('cron: "17 * * * *"');
    const config = parseConfig(read(".github/gsd.yml"));
    expect(config).toMatchObject({ ok: true, config: { engine: "codex", commands: { test: "npm test" } } });
    expect(read(".github/gsd.yml")).toContain("Only the file on trunk counts.");
    expect(readdirSync(join(world.clone, ".github/ISSUE_TEMPLATE"))).toHaveLength(3);
    expect([...repository().labels.keys()]).toEqual(expect.arrayContaining(["gsd:plan", "gsd:quick", "gsd"]));
    expect(stdout).toContain("The labels gsd:plan, gsd:quick and gsd were created.");
    expect(stdout).toContain('gh label delete "gsd:quick"');
    expect(stdout).toContain("gh secret set OPENAI_API_KEY --repo acme/tally");
    expect(stdout).toContain("git push origin trunk");
    expect(stdout).toContain("To undo\n  rm .github/workflows/gsd.yml");
  });

  it("ticks a private repository every six hours, and gives the App no clock", async () => {
    repository().private = true;
    await world.gsd(["init", "--yes", "--app"]);
    expect(existsSync(join(world.clone, ".github/workflows/gsd-tick.yml"))).toBe(false);
    await world.gsd(["init", "--yes"]);
    expect(read(".github/workflows/gsd-tick.yml")).toContain('cron: "17 */6 * * *"');
    repository().private = false;
  });

  it("lets CI start at once only where somebody says so, and says what that means", async () => {
    const address = "https://gsd.example.com";
    const { status, stdout } = await world.gsd(["init", "--yes", "--trusted-ci", `${address}/`]);
    expect(status).toBe(0);
    const stub = read(".github/workflows/gsd.yml");
    expect(stub).toContain("      id-token: write\n");
    expect(stub).toContain(`      app: ${address}\n`);
    expect(parseConfig(read(".github/gsd.yml"))).toMatchObject({
      ok: true,
      config: { ci: "trusted" },
    });
    expect(stdout).toContain("code that an agent wrote runs in your CI at once");
    expect(stdout).toContain(`Start the App with GSD_URL=${address}`);
    // The configuration stays and says it; the stub that is there knows the address.
    rmSync(join(world.clone, ".github/ISSUE_TEMPLATE"), { recursive: true });
    const again = await world.gsd(["init", "--yes", "--app"]);
    expect(again.stdout).toContain("= .github/workflows/gsd.yml (is there already)");
    expect(again.stdout).toContain("code that an agent wrote runs in your CI at once");
    const odd = await world.gsd(["init", "--yes", "--trusted-ci", "http://gsd.example.com"]);
    expect({ status: odd.status, stderr: odd.stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining("--trusted-ci takes the App's address"),
    });
  });

  it("shows everything and writes nothing in a dry run", async () => {
    const { status, stdout } = await world.gsd(["init", "--dry-run"]);
    expect(stdout).toContain("--- .github/gsd.yml\n# yaml-language-server: $schema=");
    expect(await untracked()).toEqual([""]);
    expect(repository().labels.has("gsd:plan")).toBe(false);
    expect(status).toBe(0);
  });

  it("never replaces a file without being told, and does so with --overwrite", async () => {
    world.write({ ".github/workflows/gsd.yml": "mine\n", ".github/gsd.yml": "engine: gemini\n" });
    const kept = await world.gsd(["init", "--yes"]);
    expect(kept.stdout).toContain(".github/workflows/gsd.yml is there already and differs; it stays.");
    expect(kept.stdout).toContain("gh secret set GEMINI_API_KEY");
    expect(read(".github/workflows/gsd.yml")).toBe("mine\n");
    const other = await world.gsd(["init", "--yes", "--engine", "codex"]);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringContaining(
        ".github/gsd.yml says engine: gemini, and it stays, so --engine would change nothing.",
      ),
    ]);
    const { stdout } = await world.gsd(["init", "--yes", "--overwrite"]);
    expect(stdout).toContain("git checkout -- .github/workflows/gsd.yml .github/gsd.yml");
    expect(read(".github/workflows/gsd.yml")).toContain(world.sha);
  });

  it("moves a stub of an older release on when it is run again, and keeps all else that is in it", async () => {
    await world.gsd(["init", "--yes", "--engine", "codex"]);
    const stub = ".github/workflows/gsd.yml";
    const config = `${read(".github/gsd.yml")}# ours\n`;
    const old = "1".repeat(40);
    const aged = (text: string) => text.replace(/gsd\.yml@\S+ # v\S+/, `gsd.yml@${old} # v0.0.1`);
    world.write({
      ".github/gsd.yml": config,
      [stub]: aged(read(stub)).replace("permissions: {}", "# ours\n$&"),
    });
    world.write({ ".github/workflows/gsd-tick.yml": aged(read(".github/workflows/gsd-tick.yml")) });
    const { status, stdout } = await world.gsd(["init", "--yes"]);
    const words = stdout.replaceAll(/\s+/g, " ");
    expect(status).toBe(0);
    expect(read(stub) + read(".github/workflows/gsd-tick.yml")).not.toContain(old);
    expect(read(stub)).toMatch(/^# ours\npermissions: \{\}$/m);
    expect(read(".github/gsd.yml")).toBe(config);
    expect(stdout).toContain(`^ ${stub} (brought up to date)`);
    expect(words).toContain(`${stub} calls the release above; the rest of it stays`);
    expect(words).not.toContain("gsd-tick.yml calls the release above");
    const anew = await world.gsd(["init", "--yes", "--overwrite", stub]);
    expect(anew.status).toBe(0);
    expect(read(stub)).not.toContain("# ours");
    expect(read(".github/gsd.yml")).toBe(config);
  });

  it("takes no stub back to an older release, and none of the other mode for its own", async () => {
    await world.gsd(["init", "--yes"]);
    const stub = ".github/workflows/gsd.yml";
    const newer = read(stub).replace(/gsd\.yml@\S+ # v\S+/, `gsd.yml@${"1".repeat(40)} # v99.0.0`);
    world.write({ [stub]: newer });
    const { stdout } = await world.gsd(["init", "--yes"]);
    expect(read(stub)).toBe(newer);
    expect(stdout).toContain(`${stub} calls a newer release than this gsd`);
    const other = await world.gsd(["init", "--yes", "--app"]);
    expect(read(stub)).toBe(newer);
    expect(other.stdout).toContain(`${stub} is there already and differs; it stays.`);
  });

  it("says what git could not bring back, and knows which files are meant", async () => {
    world.write({ ".github/workflows/gsd.yml": "mine\n" });
    const one = await world.gsd(["init", "--dry-run", "--overwrite"]);
    expect(one.stdout.replaceAll(/\s+/g, " ")).toContain(
      ".github/workflows/gsd.yml is replaced, and no commit has what is in it now",
    );
    const other = await world.gsd(["init", "--yes", "--overwrite", "README.md"]);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringMatching(
        /gsd init writes no README\.md.* --overwrite takes \.github\/workflows\/gsd\.yml, /,
      ),
    ]);
    expect(read(".github/workflows/gsd.yml")).toBe("mine\n");
  });

  it("says how the files get to GitHub from no branch and without a remote", async () => {
    await world.git("checkout", "--quiet", "--detach");
    const detached = await world.gsd(["init", "--dry-run"]);
    expect(detached.stdout).toContain("No branch is checked out.");
    const { stdout } = await world.gsd(["init", "--yes"]);
    expect(stdout).toMatch(/1\. git switch --create install-gsd\n.*git push origin install-gsd\n/);
    const folder = join(outside, "alone");
    await world.git("init", "--quiet", "--initial-branch=main", folder);
    const alone = await world.gsd(["init", "--yes"], { cwd: folder });
    expect(alone.stdout).toMatch(/1\. git remote add origin <address.*>\n.*git push origin main\n/);
    await world.git("remote", "rename", "origin", "upstream");
    const named = await world.gsd(["init", "--yes", "--overwrite"]);
    await world.git("remote", "rename", "upstream", "origin");
    expect(named.stdout).toContain("Nothing had to be written.");
    expect(named.stdout).toContain("git push upstream install-gsd");
  });

  it("says what it makes of a monorepo, an openspec folder and another branch", async () => {
    await world.git("switch", "--quiet", "--create", "try");
    const manifests = {
      "packages/a/package.json": "{}",
      "services/b/go.mod": "module b\n",
      "examples/c/package.json": "{}",
    };
    world.write({ ...manifests, "openspec/spec.md": "" });
    const { stdout } = await world.gsd(["init", "--yes"]);
    expect(stdout).toContain("There are packages in packages/a and services/b. Write commands");
    expect(stdout).toContain("openspec/ stays as it is.");
    expect(stdout).toContain("You are on try. gsd counts only what is on trunk");
  });

  it("says that services are not started, and that CI has runners of its own; a runner of GitHub's needs no copy", async () => {
    const ci = "name: Checks\non: push\njobs: { t: { runs-on: [self-hosted, box], services: { db: {} } } }\n";
    world.write({ ".github/workflows/ci.yml": ci });
    const { stdout } = await world.gsd(["init", "--yes"]);
    expect(stdout).toContain("Checks starts services such as a database. gsd starts none");
    expect(stdout).toContain("gsd init --copy --runner self-hosted,box");
    await world.gsd(["init", "--yes", "--runner", "ubuntu-24.04-arm"]);
    expect(read(".github/workflows/gsd.yml")).toContain("runner: ubuntu-24.04-arm # where agents run");
    const own = await world.gsd(["init", "--yes", "--runner", "box"]);
    expect([own.status, own.stderr]).toEqual([2, expect.stringContaining("Say --copy too")]);
  });

  it("works without a remote, without a commit, and without a token, and says so", async () => {
    const folder = join(outside, "no-remote");
    await world.git("init", "--quiet", folder);
    const { status, stdout } = await world.gsd(["init", "--yes"], { cwd: folder });
    expect(stdout).toContain("This clone has no remote.");
    expect(existsSync(join(folder, ".github/gsd.yml"))).toBe(true);
    const anonymous = await world.gsd(["init", "--yes"], { env: { GH_TOKEN: "" } });
    expect(anonymous.stdout).toContain("The labels gsd:plan, gsd:quick and gsd were not created");
    expect([status, anonymous.status]).toEqual([0, 0]);
  });

  it("works in a repository that is empty on GitHub, too", async () => {
    const { forge } = world;
    const name = forge.createRepository({ owner: "acme", name: "empty", defaultBranch: "trunk" });
    forge.addCollaborator(name, "ada", "admin");
    execFileSync("git", [
      "-C",
      join(forge.world.folder, "git", `${name}.git`),
      "update-ref",
      "-d",
      "refs/heads/trunk",
    ]);
    const folder = join(outside, "empty");
    const address = (await world.git("remote", "get-url", "origin")).trim().replace("acme/tally", name);
    await world.git("clone", "--quiet", address, folder);
    const { status, stdout, stderr } = await world.gsd(["init", "--yes"], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("git push origin trunk");
  });

  it("says who has to do what it may not", async () => {
    world.forge.createUser({ login: "guest" });
    const env = { GH_TOKEN: world.forge.createUserToken("guest") };
    const { status, stdout } = await world.gsd(["init", "--yes"], { env });
    const words = stdout.replaceAll(/\s+/g, " ");
    expect(words).toContain("You have read access to acme/tally. Somebody with write access has to push");
    expect(words).toContain("The labels gsd:plan, gsd:quick and gsd were not created");
    // Sentences fit a terminal; commands stay whole, so that they can be copied.
    const [before = ""] = stdout.split("What is left");
    expect(before.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(status).toBe(0);
  });

  it.each([
    ["a remote that is elsewhere", ["--yes"], 2, /is at 127.0.0.1:\d+/],
    [
      "no network, the repository named",
      ["--yes", "--repo", "acme/tally"],
      1,
      /GitHub cannot be reached at 127.0.0.1:9 .* say it: --pin gsd\/gsd@<commit>/,
    ],
  ])("refuses %s and writes nothing", async (_, args, code, words) => {
    const { status, stderr } = await world.gsd(["init", ...args], {
      env: { GITHUB_API_URL: "http://127.0.0.1:9" },
    });
    expect(stderr).toMatch(words);
    expect(status).toBe(code);
    expect(await untracked()).toEqual([""]);
  });

  it("refuses an archived repository, and all errors of a broken configuration at once", async () => {
    world.write({ ".github/gsd.yml": "engine: gpt\nnope: 1\nauto_merge: maybe\n" });
    const broken = await world.gsd(["init", "--yes"]);
    expect(broken.stderr).toMatch(
      /\.github\/gsd\.yml has 3 errors:\n {2}line 1: .*\n {2}line 2: .*\n {2}line 3: .*\nFix the file, or/,
    );
    world.forge.settings(world.repo, { archived: true });
    const archived = await world.gsd(["init", "--yes", "--overwrite"]);
    world.forge.settings(world.repo, { archived: false });
    expect(archived.stderr).toMatch(/acme\/tally is archived, so nobody can push to it\. Unarchive it/);
    expect([broken.status, archived.status]).toEqual([1, 1]);
    expect(await untracked()).toEqual(["?? .github/gsd.yml"]);
  });

  it("refuses a folder that is no git repository", async () => {
    const { status, stderr } = await run(["init", "--yes"], { cwd: outside, env: {} });
    expect(stderr).toMatch(/There is no git repository in .*\. Go into one, or make one: git init/);
    expect(status).toBe(1);
    expect(readdirSync(outside)).not.toContain(".github");
    await world.git("init", "--quiet", "--bare", join(outside, "bare"));
    const bare = await run(["init", "--yes"], { cwd: join(outside, "bare"), env: {} });
    expect(bare.stderr).toMatch(/bare holds no files to work on, only git's own\. Go into a clone of it/);
  });
});
