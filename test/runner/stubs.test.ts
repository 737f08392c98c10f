import { describe, expect, it } from "vitest";
import { trustStub } from "../../core/install/stub.ts";
import { anInstallation } from "./an-installation.ts";

const hourly = "17 * * * *";

describe("the stubs", () => {
  it("without the App have their schedule in a file of its own, which sends jobs to the other", async () => {
    await using one = await anInstallation("action");
    one.forge.tick(one.repo, hourly);
    expect(await one.runs()).toEqual([
      ".github/workflows/gsd-tick.yml: control of schedule, jobs go to gsd.yml",
    ]);
  });

  it("with the App have no schedule: it ticks by itself", async () => {
    await using one = await anInstallation("app");
    one.forge.tick(one.repo, hourly);
    expect(await one.runs()).toEqual([]);
  });

  it.each(["action", "app"] as const)("let people ask for a tick by hand (%s)", async (mode) => {
    await using one = await anInstallation(mode);
    expect(await one.dispatch()).toBe(true);
    expect(await one.runs()).toEqual([
      ".github/workflows/gsd.yml: control of workflow_dispatch, jobs go to this workflow",
    ]);
  });

  const legs = JSON.stringify([{ key: "1/plan/-/1", name: "plan" }]);

  it("grant no job leave to say who it is, unless CI is trusted", async () => {
    await using one = await anInstallation("app");
    await one.dispatch({ legs });
    const log = await one.log();
    expect(log).toContain("begin is nobody");
    expect(log).toContain("publish is nobody");
  });

  it("grant it to publish alone where CI is trusted: no job that runs agents has it", async () => {
    const app = "https://gsd.example.com";
    await using one = await anInstallation("app", { change: (stub) => trustStub(stub, app) });
    await one.dispatch({ legs });
    await one.dispatch();
    const log = await one.log();
    expect(log).toContain("begin is nobody");
    expect(log).toContain("control is nobody");
    expect(log).toContain(
      `publish is ${app} gsd/gsd/.github/workflows/gsd-job.yml@${one.sha} refs/heads/main`,
    );
  });

  it("start nothing where they grant less than control asks for", async () => {
    await using one = await anInstallation("app", {
      change: (stub) => stub.replace(/ +statuses: write\n/, ""),
    });
    await one.dispatch({ legs });
    expect(await one.log()).toContain(
      "is requesting 'statuses: write', but is only allowed 'statuses: none'",
    );
  });
});
