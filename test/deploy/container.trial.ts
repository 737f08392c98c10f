import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { anApp, getJson } from "../app/an-app.ts";
import { instructions } from "./deploy-files.ts";

/** No engine for containers runs here; what the Containerfile says is done by hand, in folders: what it copies, and what it runs. */
it("what the Containerfile copies is all that it takes to build the App, and to run it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-container-"));
  try {
    const [source, image] = [join(folder, "src"), join(folder, "image")];
    const ignored = readFileSync("deploy/Containerfile.dockerignore", "utf8").trim().split("\n");
    expect(ignored[0]).toBe("**");
    for (const line of ignored.slice(1))
      cpSync(line.slice(1), join(source, line.slice(1)), { recursive: true });
    symlinkSync(resolve("node_modules"), join(source, "node_modules"));
    const runs = instructions().filter(({ name, words }) => name === "RUN" && words.startsWith("node "));
    for (const { words } of runs)
      execFileSync(process.execPath, words.split(" ").slice(1), { cwd: source, stdio: "pipe" });
    mkdirSync(image);
    for (const { name, words } of instructions().filter(({ stage }) => stage === 1)) {
      const [, from = "", to = ""] =
        (name === "COPY" && /^--from=build \/src\/(\S+) (\S+)$/.exec(words)) || [];
      if (from) cpSync(join(source, from), join(image, to), { recursive: true });
    }
    expect(globSync("*", { cwd: image }).sort()).toEqual(["agents", "dist", "rules"]);
    await using world = await anApp({
      entry: join(image, "dist/app/main.mjs"),
      env: { NODE_ENV: "production" },
    });
    expect(await getJson(`${world.app.url}/health`)).toMatchObject({ status: "up" });
    expect((await fetch(`${world.app.url}/ready`)).status).toBe(200);
    // It starts a track, for which it reads its recipes and rules.
    const ada = world.as("ada");
    const { number } = await ada<{ number: number }>("POST", "/issues", { title: "CSV export" });
    await ada("POST", `/issues/${number}/comments`, { body: "/plan" });
    await world.idle();
    const track = await world.forge.actions.readFile(world.repo, "gsd/ledger", `tracks/${number}.json`);
    expect(track).toContain('"planning"');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
