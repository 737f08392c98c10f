import { expect, it } from "vitest";
import type { Stage } from "../../loop/publish/perform-publication.ts";
import { performReview } from "../../loop/publish/perform-review.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aForge, aPull, SHOP } from "../forge/a-forge.ts";

const route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";

/** Posts a review with a remark on one line of a new file; how many remarks stand at their lines in the end. */
async function review({ refusals, line }: { refusals: number; line: number }) {
  await using forge = await aForge();
  const ada = forge.as("ada");
  const { number, head } = await aPull(ada);
  for (let k = 1; k <= refusals; k += 1)
    forge.faults.failAt({ k, route, status: 422, applied: false, message: "Unprocessable Entity" });
  const finding = { path: "src/new.ts", line, severity: "blocker", message: "Say more." };
  const stage = {
    ports: { github: aGitHub(forge) },
    input: { track: { tasks: {} }, job: { issue: 1, kind: "task", task: "T01", attempt: 1 } },
    bound: { pull: number, head: head.sha },
    again: false,
    pause: async () => {},
    write: () => "words",
  } as unknown as Stage;
  await performReview(stage, { type: "review", verdict: { findings: [finding] } } as never);
  const { data: reviews } = await ada.rest.pulls.listReviews({ ...SHOP, pull_number: number });
  const { data: remarks } = await ada.rest.pulls.listReviewComments({ ...SHOP, pull_number: number });
  return { reviews: reviews.length, remarks: remarks.length };
}

it("keeps its remarks at their lines where GitHub has not made the diff of a new pull request yet", async () => {
  expect(await review({ refusals: 1, line: 1 })).toEqual({ reviews: 1, remarks: 1 });
});

it("has all remarks in its body where a line is not in the diff", async () => {
  expect(await review({ refusals: 0, line: 99 })).toEqual({ reviews: 1, remarks: 0 });
});
