import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { handledEvents } from "../../app/handled-events.ts";
import { webhookPath } from "../../app/server.ts";
import { NEEDS } from "../../local/forge/needs.ts";
import { manifest } from "./an-app.ts";
import { methodsCalledFrom, routesOf } from "./called-routes.ts";

type Asked = [permission: string, level: string];

/** What GitHub wants of an App before it may subscribe: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
const eventNeeds: Record<string, string> = {
  check_suite: "checks",
  issues: "issues",
  issue_comment: "issues",
  pull_request: "pull_requests",
  pull_request_review: "pull_requests",
  push: "contents",
  status: "statuses",
  workflow_run: "actions",
};

/** GraphQL by its root field; `repository` is the query of `look`, `node` that of comments and reviews. */
const graphqlNeeds: Record<string, Asked[]> = {
  node: [
    ["issues", "read"],
    ["pull_requests", "read"],
  ],
  markPullRequestReadyForReview: [["pull_requests", "write"]],
  enqueuePullRequest: [["pull_requests", "write"]],
  updatePullRequest: [["pull_requests", "write"]],
  pinIssue: [["issues", "write"]],
  createCommitOnBranch: [["contents", "write"]],
  repository: [
    ["contents", "read"],
    ["pull_requests", "read"],
    ["statuses", "read"],
    ["checks", "read"],
    ["issues", "read"],
  ],
};

function needsOf(route: string): Asked[] {
  if (graphqlNeeds[route]) return graphqlNeeds[route];
  const need = NEEDS[route];
  if (!need) throw new Error(`nobody knows which permission ${route} needs; add it to the forge's NEEDS`);
  return need.permission.split("|").map((permission) => [permission, need.level]);
}

/** The highest level asked for, by permission. */
function union(asked: Asked[]): Record<string, string> {
  const sorted = asked.toSorted(([, one], [, other]) => one.localeCompare(other));
  return Object.fromEntries(sorted);
}

describe("app.yml", () => {
  const entry = fileURLToPath(new URL("../../app/main.ts", import.meta.url));
  const methods = methodsCalledFrom(entry);

  it("subscribes to the events that the App handles, and to no other", () => {
    expect(manifest.default_events.toSorted()).toEqual([...handledEvents].sort());
  });

  it("asks for the permissions that its calls and events need, and for no more", async () => {
    const routes = await routesOf(methods);
    const events: Asked[] = handledEvents.map((event) => [eventNeeds[event]!, "read"]);
    expect(manifest.default_permissions).toEqual(union([...events, ...routes.flatMap(needsOf)]));
  });

  it("does not count what only publish does, in Actions with the workflow's token", () => {
    expect(methods).toContain("dispatch");
    expect(methods).toContain("writeFile");
    expect(methods).not.toContain("createReview");
    expect(methods).not.toContain("createReview");
  });

  it("is what the link in docs/install-app.md asks for", () => {
    const docs = readFileSync(new URL("../../docs/install-app.md", import.meta.url), "utf8");
    const link = new URL(/https:\S+\/settings\/apps\/new\S+/.exec(docs)![0]);
    const asked = [...link.searchParams].filter(([, level]) => ["read", "write"].includes(level));
    expect(link.searchParams.getAll("events[]")).toEqual(manifest.default_events);
    expect(Object.fromEntries(asked)).toEqual(manifest.default_permissions);
    expect(link.searchParams.get("webhook_url")).toBe(manifest.hook_attributes.url);
  });

  it("sends webhooks to the path that the App listens on", () => {
    expect(new URL(manifest.hook_attributes.url).pathname).toBe(webhookPath);
  });
});
