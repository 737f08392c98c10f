import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMemory } from "../../app/create-memory.ts";
import { createTokens } from "../../app/create-tokens.ts";
import { isOwnVoice } from "../../app/is-own-voice.ts";
import { anApp } from "./an-app.ts";

const place = { installation: 1, repositoryId: 2, owner: "ada", repo: "sample" };

describe("the App when something fails", () => {
  it("says which loop failed and why, stays up, and takes the same delivery again", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    const [installation] = one.forge.world.installations.values();
    installation!.repos.delete(one.repo);
    await ada("POST", "/issues", { title: "Export CSV" });
    installation!.repos.add(one.repo);
    one.forge.deliveries.hold();
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    installation!.repos.delete(one.repo);
    one.forge.deliveries.release();
    await one.idle();
    expect(one.app.stderr()).toMatch(/"level":"error","message":"a loop failed".*"issue":1,"code":"invalid"/);
    expect(await ada("GET", "/issues/1/comments")).toEqual([]);

    installation!.repos.add(one.repo);
    one.forge.deliveries.redeliver(one.forge.deliveries.log.find(({ action }) => action === "labeled")!.guid);
    await one.idle();
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
  });
});

describe("installation tokens", () => {
  it("are kept until five minutes before their end, each for its repository", async () => {
    const clock = { now: Date.parse("2026-01-01T00:00:00Z") };
    const minted: number[] = [];
    const tokens = createTokens(
      async ({ repositoryId }) => {
        minted.push(repositoryId);
        return { token: `t${minted.length}`, expiresAt: new Date(clock.now + 3_600_000).toISOString() };
      },
      () => new Date(clock.now),
    );
    expect(await tokens.of(place)).toBe("t1");
    clock.now += 54 * 60_000;
    expect(await tokens.of(place)).toBe("t1");
    expect(await tokens.of({ ...place, repositoryId: 3 })).toBe("t2");
    clock.now += 2 * 60_000;
    expect(await tokens.of(place)).toBe("t3");
    tokens.forget(place);
    expect(await tokens.of(place)).toBe("t4");
    expect(minted).toEqual([2, 3, 2, 2]);
  });

  it("are asked for again after a refusal", async () => {
    let tries = 0;
    const mint = async () => {
      tries += 1;
      if (tries === 1) throw new Error("no");
      return { token: "t", expiresAt: "2099-01-01T00:00:00Z" };
    };
    const tokens = createTokens(mint, () => new Date());
    await expect(tokens.of(place)).rejects.toThrow("no");
    await sleep(0);
    expect(await tokens.of(place)).toBe("t");
  });
});

describe("our own voice", () => {
  const by = (name: string, login: string) => ({ name, payload: { sender: { login, type: "Bot" } } });

  it.each(["issues", "issue_comment", "pull_request_review"])("is no command in %s", (name) => {
    expect(isOwnVoice(by(name, "gsd-test[bot]"), "gsd-test[bot]")).toBe(true);
    expect(isOwnVoice(by(name, "github-actions[bot]"), undefined)).toBe(true);
    expect(isOwnVoice(by(name, "ada"), "gsd-test[bot]")).toBe(false);
    expect(isOwnVoice({ name, payload: null }, undefined)).toBe(false);
  });

  it.each(["pull_request", "status", "workflow_run"])("does not hide what a workflow did, in %s", (name) => {
    expect(isOwnVoice(by(name, "github-actions[bot]"), "gsd-test[bot]")).toBe(false);
    expect(isOwnVoice(by(name, "gsd-test[bot]"), undefined)).toBe(false);
    // What the App did is known to the loop that did it.
    expect(isOwnVoice(by(name, "gsd-test[bot]"), "gsd-test[bot]")).toBe(true);
  });
});

describe("the memory of deliveries", () => {
  it("forgets the oldest when it is full", () => {
    const memory = createMemory(2);
    for (const id of ["a", "b", "c"]) memory.add(id);
    expect(["a", "b", "c"].map(memory.has)).toEqual([false, true, true]);
  });
});
