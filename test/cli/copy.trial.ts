import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPerson } from "../../local/demo/person.ts";
import { readReleaseTree } from "../../local/release-tree.ts";
import { createRunner, type Runner } from "../../local/runner/create-runner.ts";
import { anInstall, type InstallWorld } from "./an-install.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const agent = fileURLToPath(new URL("../e2e/fixtures/agent.mjs", import.meta.url));
const [stub, run, job] = ["gsd", "gsd-run", "gsd-job"].map((name) => `.github/workflows/${name}.yml`) as [
  string,
  string,
  string,
];

/** One repository whose runner is its owner's own, from its installation to a merged track and an update. */
describe("gsd init --copy", () => {
  let world: InstallWorld;
  let runner: Runner;
  let plot: string;
  beforeAll(async () => {
    plot = mkdtempSync(join(tmpdir(), "gsd-plot-"));
    writeFileSync(join(plot, "plot.json"), JSON.stringify({ tasks: [{ id: "T01" }] }));
    world = await anInstall({ release: readReleaseTree(root) });
    const env = { GSD_SCRIPT: `node ${agent} ${plot}/plot.json`, GSD_ALLOW_MISSING_SANDBOX: "true" };
    runner = createRunner({ host: world.forge.actions, labels: ["self-hosted", "box"], env });
  }, 60_000);
  afterAll(async () => {
    await runner?.close();
    await world?.[Symbol.asyncDispose]();
    rmSync(plot, { recursive: true, force: true });
  });

  const read = (path: string) => readFileSync(join(world.clone, path), "utf8");
  const idle = async () => {
    for (let before = -1; before !== world.forge.stats().requests; ) {
      before = world.forge.stats().requests;
      await world.forge.deliveries.idle();
      await runner.idle();
    }
  };
  const init = (...args: string[]) => world.gsd(["init", "--yes", ...args]);
  const person = () => createPerson({ ...world, tokens: { ada: world.token } }, "ada");
  const jobs = () => [...world.forge.world.jobs.values()];

  it("is needed for a runner of one's own: GitHub gives it to no workflow of another owner", async () => {
    const refused = await init("--runner", "self-hosted,box");
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("Say --copy too") });
    // Whoever writes it by hand finds it in the doctor.
    await init("--engine", "script", "--script", "node agent.mjs");
    writeFileSync(
      join(world.clone, stub),
      read(stub).replace("ubuntu-24.04", "box").replace("ubuntu-slim", "box"),
    );
    await world.push();
    const { stdout } = await world.gsd(["doctor", "--json"]);
    expect(JSON.parse(stdout).findings).toContainEqual(expect.objectContaining({ type: "runner-foreign" }));
    const issue = await person().openIssue({ title: "Write files", body: "Please." });
    await person().label(issue, "gsd:plan");
    await idle();
    expect(
      jobs()
        .map((one) => one.log.join("\n"))
        .join(),
    ).toContain("The runner box is not given to a workflow of another owner (gsd/gsd)");
    await world.git("rm", "--quiet", stub, ".github/workflows/gsd-tick.yml", ".github/gsd.yml");
    await world.push();
  }, 120_000);

  it("writes workflows that call our action at the release, and a stub that calls them", async () => {
    const wanted = ["--engine", "script", "--script", "node agent.mjs", "--runner", "self-hosted,box"];
    const { status, stdout } = await init("--copy", ...wanted, "--control-runner", "box");
    expect(status).toBe(0);
    expect(stdout).toContain(`rm ${stub} .github/workflows/gsd-tick.yml ${run} ${job}`);
    expect(read(stub)).toContain("uses: ./.github/workflows/gsd-run.yml\n");
    expect(read(stub)).toContain(`runner: '["self-hosted","box"]' #`);
    expect(read(".github/workflows/gsd-tick.yml")).toContain("control-runner: box");
    const actions = [...(read(run) + read(job)).matchAll(/\buses: (\S+)/g)].map(([, uses = ""]) => uses);
    expect(actions.filter((uses) => uses.includes("$/"))).toEqual([]);
    expect(actions).toContain(`gsd/gsd/action@${world.sha}`);
    expect(actions).toContain("./.github/workflows/gsd-job.yml");
    await world.push();
    const { stdout: health } = await world.gsd(["doctor", "--json"]);
    const grave = JSON.parse(health).findings.filter((one: { weight: string }) => one.weight !== "note");
    expect(grave).toEqual([]);
  }, 60_000);

  it("carries a track from its issue to its merge on that runner", async () => {
    const ada = person();
    const issue = await ada.openIssue({ title: "Write a file", body: "Please." });
    await ada.label(issue, "gsd:plan");
    await idle();
    const pullFrom = async (branch: string) =>
      (await ada.openPulls()).find(({ head }) => head.ref.startsWith(branch))?.number ?? 0;
    const plan = await pullFrom(`gsd/${issue}-`);
    await ada.comment(plan, "/approve");
    await idle();
    await ada.comment(await pullFrom(`gsd-task/${issue}/T01`), "/approve");
    await idle();
    await ada.merge(plan);
    await idle();
    const track = await world.forge.actions.readFile(world.repo, "gsd/ledger", `done/${issue}.json`);
    expect(JSON.parse(track ?? "null")).toMatchObject({
      phase: "merged",
      tasks: { T01: { status: "completed" } },
    });
    const names = jobs().map(({ name, conclusion }) => `${name} ${conclusion}`);
    expect(names).toEqual(
      expect.arrayContaining(["gsd / T01 / agent success", "gsd / T01 / publish success"]),
    );
    expect(world.forge.stats().crashes).toEqual([]);
  }, 240_000);

  it("is brought up to date by the same command, which also keeps the stub as somebody changed it", async () => {
    await world.git("pull", "--quiet");
    await world.git("rm", "--quiet", job);
    await world.push();
    const found = JSON.parse((await world.gsd(["doctor", "--json"])).stdout).findings;
    expect(found).toContainEqual(
      expect.objectContaining({ type: "copy-missing", what: expect.stringContaining(job) }),
    );
    await init();
    await world.push();
    const mine = read(stub).replace("permissions: {}", "# ours\npermissions: {}");
    writeFileSync(join(world.clone, stub), mine);
    const next = await newRelease();
    const behind = JSON.parse((await world.gsd(["doctor", "--json"])).stdout).findings;
    expect(behind.map((one: { type: string }) => one.type)).toContain("copy-behind");
    const { stdout } = await init("--pin", `gsd/gsd@${next}`);
    expect(stdout).toContain(`^ ${run} (brought up to date)`);
    expect(stdout).toContain(`git checkout -- ${run} ${job}`);
    expect(read(run) + read(job)).not.toContain(world.sha);
    expect(read(job)).toContain(`gsd/gsd/action@${next}`);
    expect(read(stub)).toBe(mine);
    // And once more: nothing is left to do.
    expect((await init("--pin", `gsd/gsd@${next}`)).stdout).toContain("Nothing had to be written.");
  }, 60_000);

  it("leaves both copies alone where somebody changed one, until it is told to replace them", async () => {
    writeFileSync(join(world.clone, job), read(job).replace("timeout-minutes: 355", "timeout-minutes: 60"));
    const before = read(run) + read(job);
    const { stdout } = await init("--copy", "--pin", `gsd/gsd@${world.sha}`);
    expect(stdout).toContain(`${job} is there already and differs; it stays.`);
    expect(read(run) + read(job)).toBe(before);
    await init("--copy", "--overwrite", "--pin", `gsd/gsd@${world.sha}`, "--engine", "codex");
    expect(read(job)).toContain("timeout-minutes: 355");
    expect(read(run)).toContain(world.sha);
  }, 60_000);

  it("is given up by --overwrite alone, and refuses a commit that has nothing to copy", async () => {
    const missing = await init("--copy", "--pin", `gsd/gsd@${"1".repeat(40)}`);
    expect(missing).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/gsd\/gsd has no .*gsd\.yml at 1+/),
    });
    await init("--overwrite", "--engine", "codex");
    expect(read(stub)).toContain(`uses: gsd/gsd/.github/workflows/gsd.yml@${world.sha}`);
  }, 60_000);

  /** Another commit of ours, as a release would make it. */
  async function newRelease(): Promise<string> {
    const { forge } = world;
    const headers = {
      authorization: `Bearer ${forge.createUserToken("gsd")}`,
      "content-type": "application/json",
    };
    const at = `${forge.urls.api}/repos/gsd/gsd`;
    const content = Buffer.from("more\n").toString("base64");
    const body = JSON.stringify({ message: "release", content });
    const answer = await fetch(`${at}/contents/NEWS.md`, { method: "PUT", headers, body });
    const { commit } = (await answer.json()) as { commit: { sha: string } };
    const release = { tag_name: "v9.0.0", target_commitish: commit.sha, name: "v9.0.0" };
    await fetch(`${at}/git/refs`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ ref: "refs/tags/v9.0.0", sha: commit.sha }),
    });
    await fetch(`${at}/releases`, { method: "POST", headers, body: JSON.stringify(release) });
    return commit.sha;
  }
});
