import { expect, it } from "vitest";
import { performEffect } from "../../loop/perform.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aForge, aPull, SHOP } from "../forge/a-forge.ts";
import { aScene } from "./a-scene.ts";

/** Asks these people for a review of a pull request of ada's; who is asked in the end. */
async function request(people: string[]) {
  await using forge = await aForge();
  const ada = forge.as("ada");
  const { number } = await aPull(ada);
  const effect = { type: "request-review", pull: number, task: "T01", people } as const;
  const work = aScene(aGitHub(forge), { track: {}, effect });
  const ports = { ...work.ports, log: { info() {}, warn() {}, error() {} } };
  const outcome = await performEffect({ ...work, ports });
  const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: number });
  return { outcome, asked: data.requested_reviewers?.map(({ login }) => login) };
}

it("people with access are asked for their review", async () => {
  expect(await request(["bob"])).toMatchObject({ outcome: { type: "done" }, asked: ["bob"] });
});

/** test/core/decide/call-people.test.ts: then all of them are mentioned instead. */
it("one who has no access spoils the request for all (422), which is an outcome and stops nothing", async () => {
  expect(await request(["bob", "eve"])).toMatchObject({
    outcome: { type: "failed", code: "invalid", text: expect.stringContaining("not a collaborator") },
    asked: [],
  });
});
