import { optionalNumber } from "../body.ts";
import { created, found, invalid, pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { issueShape } from "../shapes/issue.ts";
import type { Issue } from "../state/issue.ts";
import { issueOf } from "./issues.ts";

const one = "/repos/{owner}/{repo}/issues/{issue_number}";

/** What an issue waits for: issues that block it, and its sub-issues. Only Apps hear of changes, and the forge tells nobody. */
export const linkRoutes: Routes = {
  [`GET ${one}/dependencies/blocked_by`]: (call) => list(call, issueOf(call).blockedBy),
  [`POST ${one}/dependencies/blocked_by`]: (call) => add(call, issueOf(call).blockedBy, "issue_id"),
  [`GET ${one}/sub_issues`]: (call) => list(call, issueOf(call).subIssues),
  [`POST ${one}/sub_issues`]: (call) => add(call, issueOf(call).subIssues, "sub_issue_id"),
};

function list({ world, repo }: Call, numbers: number[]) {
  return pages(
    numbers.flatMap((number) => {
      const issue = repo.issues.get(number);
      return issue ? [issueShape(world, repo, issue)] : [];
    }),
  );
}

/** By the issue's id, which is not its number. */
function add(call: Call, numbers: number[], field: string) {
  const id = optionalNumber(call.body, field);
  const other: Issue = found([...call.repo.issues.values()].find((issue) => issue.id === id));
  if (numbers.includes(other.number) || other === issueOf(call))
    throw invalid({ resource: "Issue", code: "invalid", field });
  numbers.push(other.number);
  return created(issueShape(call.world, call.repo, other));
}
