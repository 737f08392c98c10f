import { NEEDS } from "../needs.ts";
import { allows } from "../permissions.ts";
import { suiteState } from "../shapes/check.ts";
import type { CheckRun, CheckSuite, Status } from "../state/check.ts";
import type { View } from "./git-nodes.ts";
import { GraphError } from "./graph-error.ts";
import type { Node } from "./select.ts";

/** GitHub's `Status`: the newest of each context; null where there is none. */
export function statusNode(view: View, sha: string): Node | null {
  requireOnCommit(view, "status");
  const latest = new Map<string, Status>();
  for (const status of view.repo.statuses) if (status.sha === sha) latest.set(status.context, status);
  if (latest.size === 0) return null;
  const contexts = [...latest.values()].toReversed().map((status) => ({
    __typename: "StatusContext",
    id: `SC_${status.id}`,
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
  }));
  return { __typename: "Status", id: `S_${sha}`, contexts };
}

/** GitHub's `CheckSuiteConnection` of a commit. */
export function suiteConnection(view: View, sha: string, first: number): Node {
  requireOnCommit(view, "check-suites");
  const suites = [...view.world.suites.values()].filter(
    (suite) => suite.repo === view.repo.fullName && suite.headSha === sha,
  );
  return {
    __typename: "CheckSuiteConnection",
    totalCount: suites.length,
    nodes: suites.slice(0, first).map((suite) => suiteNode(view, suite)),
  };
}

function requireOnCommit({ repo, actor }: View, what: "status" | "check-suites"): void {
  const need = NEEDS[`GET /repos/{owner}/{repo}/commits/{ref}/${what}`];
  if (need && !allows(repo, actor, need))
    throw new GraphError("FORBIDDEN", "Resource not accessible by integration");
}

/** GitHub's `CheckRun`. */
function checkNode(check: CheckRun): Node {
  return {
    __typename: "CheckRun",
    id: `CR_${check.id}`,
    databaseId: check.id,
    name: check.name,
    status: check.status.toUpperCase(),
    conclusion: check.conclusion?.toUpperCase() ?? null,
  };
}

function suiteNode({ world, repo }: View, suite: CheckSuite): Node {
  const { status, conclusion } = suiteState(world, repo, suite);
  const run = suite.runId === undefined ? undefined : world.runs.get(suite.runId);
  const checks = [...repo.checkRuns.values()].filter((check) => check.suite === suite.id);
  return {
    __typename: "CheckSuite",
    id: `CS_${suite.id}`,
    databaseId: suite.id,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
    app: { __typename: "App", databaseId: suite.app.id, name: suite.app.name, slug: suite.app.slug },
    checkRuns: ({ first }: Record<string, unknown>) => ({
      __typename: "CheckRunConnection",
      totalCount: checks.length,
      nodes: checks.slice(0, Number(first ?? 100)).map(checkNode),
    }),
    workflowRun: run && {
      __typename: "WorkflowRun",
      databaseId: run.id,
      event: run.event,
      file: { __typename: "WorkflowRunFile", path: run.workflowPath },
      workflow: { __typename: "Workflow", databaseId: run.workflowId, name: run.workflowName },
    },
  };
}
