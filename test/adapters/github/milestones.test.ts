import { expect, it } from "vitest";
import { mustRepo } from "../../../local/forge/state/world.ts";
import { aForge, SHOP, shop } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

it("reads every page of milestones and of their issues", async () => {
  await using forge = await aForge();
  const ada = forge.as("ada");
  for (let at = 1; at <= 103; at += 1) await ada.rest.issues.createMilestone({ ...SHOP, title: `v${at}` });
  await fill(forge, 205, (at) => (at <= 203 ? 1 : 103));
  const github = aGitHub(forge);
  const { requests } = forge.stats();
  const found = await github.milestones();
  expect(found.map(({ title }) => title)).toEqual(Array.from({ length: 103 }, (_, at) => `v${at + 1}`));
  expect(found[0]?.issues.map(({ title }) => title)).toEqual(
    Array.from({ length: 203 }, (_, at) => `Issue ${at + 1}`),
  );
  expect(found[102]?.issues).toHaveLength(2);
  expect(found.filter(({ unread }) => unread > 0)).toEqual([]);
  // One for most, one for the other milestones, two for the other issues of the first.
  expect(forge.stats().requests - requests).toBe(4);
});

it("says how many issues of a milestone it has not read", async () => {
  await using forge = await aForge();
  const ada = forge.as("ada");
  await ada.rest.issues.createMilestone({ ...SHOP, title: "All of it" });
  await fill(forge, 1_007, () => 1);
  const [found] = await aGitHub(forge).milestones();
  expect([found?.issues.length, found?.unread]).toEqual([1_000, 7]);
});

/** So many issues, each in its milestone; by the API it would take a while. */
async function fill(
  forge: Awaited<ReturnType<typeof aForge>>,
  count: number,
  milestoneOf: (at: number) => number,
): Promise<void> {
  await forge.as("ada").rest.issues.create({ ...SHOP, title: "Issue 1" });
  const { issues } = mustRepo(forge.world, shop);
  const [one] = issues.values();
  if (!one) throw new Error("there is an issue");
  for (let at = 1; at <= count; at += 1)
    issues.set(at, { ...one, id: at, number: at, title: `Issue ${at}`, milestone: milestoneOf(at) });
}
