import { describe, expect, it } from "vitest";
import { aForge } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

describe("milestones", () => {
  it("have all of their issues, also more than one answer holds", async () => {
    await using forge = await aForge();
    const github = aGitHub(forge);
    await github.createMilestone({ title: "v1.0", due: undefined });
    const [{ number: milestone } = { number: 0 }] = await github.milestones();
    for (let at = 0; at < 103; at += 1) {
      const { number } = await github.createIssue({ title: `Issue ${at}`, body: "" });
      await github.setMilestone(number, milestone);
    }
    const [found] = await github.milestones();
    expect(found?.issues).toHaveLength(103);
    expect(found?.issues.every(({ open }) => open)).toBe(true);
  });
});
