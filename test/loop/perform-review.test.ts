import { expect, it } from "vitest";
import type { Finding } from "../../core/model/answers.ts";
import type { Stage } from "../../loop/publish/perform-publication.ts";
import { performReview } from "../../loop/publish/perform-review.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aForge, aPull, SHOP } from "../forge/a-forge.ts";

const route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";

/** Posts a review with these remarks on a pull request; what stands at which lines in the end. */
async function review({ refusals = 0, findings }: { refusals?: number; findings: Partial<Finding>[] }) {
  await using forge = await aForge();
  const ada = forge.as("ada");
  const { number, head } = await aPull(ada);
  for (let k = 1; k <= refusals; k += 1)
    forge.faults.failAt({ k, route, status: 422, applied: false, message: "Unprocessable Entity" });
  const stage = {
    ports: { github: aGitHub(forge) },
    input: { track: { tasks: {} }, job: { issue: 1, kind: "task", task: "T01", attempt: 1 } },
    bound: { pull: number, head: head.sha },
    again: false,
    pause: async () => {},
    write: (words: { type: string; loose?: unknown[] }) =>
      words.type === "review-body" ? `${words.loose?.length} more` : "words",
  } as unknown as Stage;
  const whole = findings.map((one) => ({
    path: "src/new.ts",
    severity: "blocker",
    message: "Say more.",
    ...one,
  }));
  await performReview(stage, { type: "review", verdict: { findings: whole } } as never);
  const { data: reviews } = await ada.rest.pulls.listReviews({ ...SHOP, pull_number: number });
  const { data: remarks } = await ada.rest.pulls.listReviewComments({ ...SHOP, pull_number: number });
  const places = remarks.map(({ path, line, start_line }) => `${path}:${start_line ?? ""}-${line}`);
  return { bodies: reviews.map(({ body }) => body), places };
}

it("keeps its remarks at their lines where GitHub has not made the diff of a new pull request yet", async () => {
  expect(await review({ refusals: 1, findings: [{ line: 1 }] })).toEqual({
    bodies: ["0 more"],
    places: ["src/new.ts:-1"],
  });
});

it("has only those remarks in its body whose lines GitHub does not show", async () => {
  const findings = [{ line: 1 }, { line: 99 }, { path: "src/none.ts", line: 1 }, { line: 1, last_line: 7 }];
  expect(await review({ findings })).toEqual({
    bodies: ["2 more"],
    places: ["src/new.ts:-1", "src/new.ts:-1"],
  });
});

it("has all remarks in its body where GitHub takes none at any line", async () => {
  expect(await review({ refusals: 3, findings: [{ line: 1 }] })).toEqual({ bodies: ["1 more"], places: [] });
});
