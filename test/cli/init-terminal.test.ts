import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTerminal, keys, noTerminal } from "./a-terminal.ts";
import { anInstall, type InstallWorld } from "./an-install.ts";

describe.skipIf(noTerminal)(`gsd init asks a person${noTerminal ? ` (${noTerminal})` : ""}`, () => {
  let world: InstallWorld;
  const start = () => {
    const env = { GITHUB_API_URL: world.forge.urls.api, GH_TOKEN: world.token };
    return aTerminal(["init"], { cwd: world.clone, env });
  };
  const changes = async () => (await world.git("status", "--short", "-uall")).trim();
  const hasLabel = () => world.forge.world.repos.get(world.repo)?.labels.has("gsd:plan");

  beforeAll(async () => {
    world = await anInstall();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ["at the first question", []],
    ["at the second", ["How does gsd hear of events?"]],
    ["at the last", ["How does gsd hear of events?", "Who does the work?"]],
  ])("and writes nothing when Ctrl-C comes %s", async (_, answered) => {
    const terminal = start();
    for (const question of answered) {
      await terminal.read(question);
      terminal.type(keys.enter);
    }
    const asked = ["How does gsd hear of events?", "Who does the work?", "Write these files?"];
    await terminal.read(asked[answered.length] ?? "");
    terminal.type(keys.interrupt);
    expect(await terminal.end()).toBe(130);
    expect(terminal.shown()).toContain("gsd: Cancelled; nothing was written.");
    expect({ changes: await changes(), label: hasLabel() }).toEqual({ changes: "", label: false });
  });

  it("and does what they chose with three answers", async () => {
    const terminal = start();
    await terminal.read("How does gsd hear of events?");
    terminal.type(keys.enter);
    await terminal.read("Who does the work?");
    terminal.type(keys.down + keys.enter);
    await terminal.read("Write these files?");
    expect(await changes()).toBe("");
    terminal.type(keys.enter);
    expect(await terminal.end()).toBe(0);
    expect(terminal.shown()).toContain("What is left");
    expect(readFileSync(join(world.clone, ".github/gsd.yml"), "utf8")).toMatch(/^engine: codex$/m);
    expect(hasLabel()).toBe(true);
  });

  it("whether a file of theirs may be replaced, and keeps it by default", async () => {
    world.write({ ".github/workflows/gsd.yml": "mine\n" });
    const terminal = start();
    await terminal.read("How does gsd hear of events?");
    terminal.type(keys.enter);
    await terminal.read(".github/workflows/gsd.yml is there already. Replace it?");
    terminal.type(keys.enter);
    expect(await terminal.end()).toBe(0);
    expect(readFileSync(join(world.clone, ".github/workflows/gsd.yml"), "utf8")).toBe("mine\n");
  });
});
