import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { renderStubs } from "../../local/render-stub.ts";
import { aReleaseWorld, git, peoplesPath } from "./a-release-world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const version = "1.0.0";

describe("the release workflow", () => {
  let world: Awaited<ReturnType<typeof aReleaseWorld>>;
  beforeAll(async () => {
    world = await aReleaseWorld(version);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const press = async (inputs: object) => {
    await world.ask("POST", "actions/workflows/release.yml/dispatches", { ref: "main", inputs });
    return world.jobs();
  };
  const tags = () =>
    world.git("for-each-ref", "--format=%(refname)", "refs/tags").split("\n").filter(Boolean);

  let rehearsed = "";
  const builtIn = (log = "") => /Built v1\.0\.0 as ([0-9a-f]{40})/.exec(log)?.[1] ?? "";

  it("builds everything and publishes nothing in a rehearsal", async () => {
    const jobs = await press({ rehearse: "true" });
    expect(jobs["build"]).toMatchObject({ conclusion: "success" });
    expect([jobs["publish"]?.conclusion, jobs["npm"]?.conclusion]).toEqual(["skipped", "skipped"]);
    rehearsed = builtIn(jobs["build"]?.log);
    expect(tags()).toEqual([]);
    expect(world.registry.packages.size).toBe(0);
  });

  it("refuses a tag that is not the version", async () => {
    const sha = world.git("rev-parse", "main");
    await world.ask("POST", "git/refs", { ref: "refs/tags/v1.0.1", sha });
    const jobs = await world.jobs();
    expect(jobs["build"]?.log).toContain("The tag is v1.0.1, and package.json says 1.0.0.");
    expect(jobs["publish"]?.conclusion).toBe("skipped");
  });

  it("releases nothing because a tag is deleted", async () => {
    await world.ask("DELETE", "git/refs/tags/v1.0.1");
    const endings = Object.values(await world.jobs()).map(({ conclusion }) => conclusion);
    expect(new Set(endings)).toEqual(new Set(["skipped"]));
    expect(tags()).toEqual([]);
    expect(world.registry.packages.size).toBe(0);
  });

  it("releases by one button: a commit beside main with the bundle, tags, a release with its notes, and the npm package", async () => {
    const main = world.git("rev-parse", "main");
    const jobs = await press({});
    const endings = Object.entries(jobs).map(
      ([name, { conclusion, log }]) => `${name}: ${conclusion}${conclusion === "success" ? "" : log}`,
    );
    expect(endings).toEqual([
      "check / test: success",
      "check / agents: success",
      "build: success",
      "publish: success",
      "npm: success",
    ]);
    expect(world.git("rev-parse", "main")).toBe(main);
    expect(tags()).toEqual(["refs/tags/v1", "refs/tags/v1.0.0"]);
    const sha = world.git("rev-parse", "v1.0.0");
    // Built again from the same source, it is the same to the last bit.
    expect(rehearsed).toBe(sha);
    expect(world.git("rev-parse", "v1", "v1.0.0^")).toBe(`${sha}\n${main}`);
    const changed = world.git("diff", "--name-status", main, sha).split("\n");
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.filter((line) => !/^A\tdist\/action\/[\w.-]+\.mjs$/.test(line))).toEqual([]);
    expect(jobs["publish"]?.log).toMatch(
      /Not signed on this machine: provenance of release\/gsd-1\.0\.0\.tgz@sha256:/,
    );
    expect(jobs["publish"]?.log).toMatch(/provenance of release\/action\/main\.mjs@sha256:/);
    expect(jobs["publish"]?.log).toMatch(/SBOM of release\/gsd-1\.0\.0\.tgz@sha256:/);
    const [release] = (await world.ask("GET", "releases")) as { body: string; assets: { name: string }[] }[];
    expect(release).toMatchObject({ tag_name: "v1.0.0", draft: false });
    expect(release?.body).toContain("### Added");
    expect(release?.body).toContain(`gsd.yml@${sha} # v1.0.0`);
    expect(release?.assets.map(({ name }) => name)).toEqual(["gsd-1.0.0.tgz", "sbom.cdx.json"]);
    expect([...world.registry.packages.keys()]).toEqual(["gsd"]);
  });

  it("releases a version once", async () => {
    const jobs = await press({});
    expect(jobs["build"]?.log).toMatch(
      /v1\.0\.0 is released already, as [0-9a-f]{40}\. Raise the version first/,
    );
    expect(jobs["publish"]?.conclusion).toBe("skipped");
  });

  it("makes a commit that a stub can be pinned to: a label leads to a plan", async () => {
    const { forge, runner } = world;
    const release = { repository: world.repo, sha: world.git("rev-parse", "v1.0.0"), version };
    const stubs = renderStubs(root, "action", release);
    expect(stubs[".github/workflows/gsd.yml"]).toContain(`@${release.sha} # v1.0.0`);
    forge.createUser({ login: "acme", type: "Organization" });
    const repo = forge.createRepository({
      owner: "acme",
      name: "tally",
      files: { ...sampleFiles(), ...stubs },
    });
    forge.addCollaborator(repo, "maintainer", "admin");
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${world.token}` };
      const answer = await fetch(`${forge.urls.api}/repos/${repo}/${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { number: number };
    };
    const { number } = await post("issues", { title: "Export a report as CSV", body: "Please." });
    await post(`issues/${number}/labels`, { labels: ["gsd:plan"] });
    await runner.idle();
    await forge.deliveries.idle();
    await runner.idle();
    const track = await forge.actions.readFile(repo, "gsd/ledger", `tracks/${number}.json`);
    expect(JSON.parse(track ?? "null")).toMatchObject({ phase: "proposed" });
  });

  it("makes a package that works from an empty folder, on people's own Node", async () => {
    const empty = join(world.folder, "empty");
    mkdirSync(empty);
    const env = { PATH: peoplesPath, HOME: world.folder, npm_config_registry: world.registry.url };
    const gsd = async (...args: string[]) => {
      // Not with execFileSync: the registry is in this process.
      const { stdout } = await promisify(execFile)("npx", ["--yes", "gsd", ...args], { cwd: empty, env });
      return stdout;
    };
    expect(await gsd("--version")).toBe(`${version}\n`);
    expect(await gsd("--help")).toContain("Usage: gsd <command> [options]");
    git(empty, "init", "--quiet");
    expect(await gsd("validate")).toContain("No problems found.");
    expect(await gsd("demo", "--once")).toMatch(/gsd +opens #9 "revert: T06, T05, T04"/);
  }, 300_000);
});
