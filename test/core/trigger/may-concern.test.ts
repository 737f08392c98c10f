import { describe, expect, it } from "vitest";
import { mayHoldCommands } from "../../../core/command/may-hold-commands.ts";
import { parseCommands } from "../../../core/command/parse-commands.ts";
import { mayConcern } from "../../../core/trigger/may-concern.ts";
import { issueOfHead } from "../../../core/trigger/raw-event.ts";
import { createChance } from "../../builders/random.ts";

const ours = { number: 11, head: { ref: "gsd-task/42/T03" } };
const theirs = { number: 12, head: { ref: "topic" } };

const suite = (slug: string) => ({ head_branch: "gsd/42-csv", app: { slug } });

describe("a first look at an event", () => {
  it.each([
    ["a label", "issues", { action: "labeled" }],
    ["a comment with a command", "issue_comment", { action: "created", comment: { body: "/plan" } }],
    [
      "a command after other words",
      "issue_comment",
      { action: "created", comment: { body: "Hi\r\n /plan" } },
    ],
    [
      "an approving review",
      "pull_request_review",
      { action: "submitted", review: { state: "approved" }, pull_request: ours },
    ],
    [
      "a review with a command",
      "pull_request_review",
      { action: "submitted", review: { state: "commented", body: "/status" }, pull_request: ours },
    ],
    ["the end of a pull request of ours", "pull_request", { action: "closed", pull_request: ours }],
    [
      "a status of our branch",
      "status",
      { sha: "b", branches: [{ name: "gsd/42-csv", commit: { sha: "b" } }] },
    ],
    [
      "checks of another App on our branch",
      "check_suite",
      { action: "completed", check_suite: suite("buildkite") },
    ],
    [
      "a run on our branch",
      "workflow_run",
      { action: "completed", workflow_run: { head_branch: "gsd/42-csv" } },
    ],
  ])("lets %s through", (_, name, payload) => {
    expect(mayConcern({ name, payload })).toBe(true);
  });

  it.each([
    ["a comment without a command", "issue_comment", { action: "created", comment: { body: "a / b" } }],
    ["an edited comment", "issue_comment", { action: "edited", comment: { body: "/plan" } }],
    ["an opened issue", "issues", { action: "opened" }],
    [
      "a review that says nothing to us",
      "pull_request_review",
      { action: "submitted", review: { state: "commented", body: "Nice." }, pull_request: ours },
    ],
    [
      "an approval of someone else's branch",
      "pull_request_review",
      { action: "submitted", review: { state: "approved" }, pull_request: theirs },
    ],
    ["the end of another pull request", "pull_request", { action: "closed", pull_request: theirs }],
    [
      "a status of the base commit, which our branches contain",
      "status",
      {
        sha: "a",
        branches: [
          { name: "main", commit: { sha: "a" } },
          { name: "gsd/42-csv", commit: { sha: "b" } },
        ],
      },
    ],
    [
      "checks of GitHub Actions",
      "check_suite",
      { action: "completed", check_suite: suite("github-actions") },
    ],
    ["a status of another branch", "status", { branches: [{ name: "main" }] }],
    [
      "a run on another branch",
      "workflow_run",
      { action: "completed", workflow_run: { head_branch: "main" } },
    ],
    ["an event that we do not know", "push", {}],
  ])("ends at %s", (_, name, payload) => {
    expect(mayConcern({ name, payload })).toBe(false);
  });

  it("never ends at a comment in which the parser finds something", () => {
    const chance = createChance(7);
    const pieces = ["/plan", "/aprove", "/retry T03", "/", "\n", "\r", "\r\n", "  ", "\t", "\\", "> ", "- "];
    const more = ["```\n", "word ", "<b>", "</b>", "*", "&#47;plan", "\u2028", "\u00a0", "/status"];
    let found = 0;
    for (let round = 0; round < 3_000; round += 1) {
      const body = Array.from({ length: 1 + chance.number(8) }, () => chance.pick([...pieces, ...more])).join(
        "",
      );
      const { commands, mistakes } = parseCommands(body);
      if (commands.length + mistakes.length === 0) continue;
      found += 1;
      expect(mayHoldCommands(body), JSON.stringify(body)).toBe(true);
    }
    expect(found).toBeGreaterThan(300);
  });

  it.each([null, undefined, 42, {}, []])("takes %j for no branch", (head_branch) => {
    expect(issueOfHead({ name: "workflow_run", payload: { workflow_run: { head_branch } } })).toBeUndefined();
  });
});
