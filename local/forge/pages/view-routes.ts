import type { Route } from "../../../web/match-route.ts";
import { showAuthorize } from "./authorize.ts";
import type { View } from "./types.ts";
import { showBlob, showRaw, showRepository, showTree } from "./views/code.ts";
import { showCommit, showCommits, showComparison } from "./views/commits.ts";
import { showIssue, showIssues, showNewIssue } from "./views/issues.ts";
import { showPull, showPullPart } from "./views/pull.ts";
import { showPulls } from "./views/pulls.ts";
import { showRepositories } from "./views/repositories.ts";
import { showArtifact, showJob, showRun } from "./views/run.ts";
import { showRuns } from "./views/runs.ts";

/** The pages, at GitHub's own addresses: every `html_url` of the API leads to one. */
export const viewRoutes: readonly Route<View>[] = [
  { template: "/", target: showRepositories },
  { template: "/login/oauth/authorize", target: showAuthorize },
  { template: "/:owner/:repo", target: showRepository },
  { template: "/:owner/:repo/tree/*rest", target: showTree },
  { template: "/:owner/:repo/blob/*rest", target: showBlob },
  { template: "/:owner/:repo/raw/*rest", target: showRaw },
  { template: "/:owner/:repo/commits/*rest", target: showCommits },
  { template: "/:owner/:repo/commit/:sha", target: showCommit },
  { template: "/:owner/:repo/compare/*rest", target: showComparison },
  { template: "/:owner/:repo/issues", target: showIssues },
  { template: "/:owner/:repo/issues/new", target: showNewIssue },
  { template: "/:owner/:repo/issues/:number", target: showIssue },
  { template: "/:owner/:repo/pulls", target: showPulls },
  { template: "/:owner/:repo/pull/:number", target: showPull },
  { template: "/:owner/:repo/pull/:number/*rest", target: showPullPart },
  { template: "/:owner/:repo/actions", target: showRuns },
  { template: "/:owner/:repo/actions/runs/:id", target: showRun },
  { template: "/:owner/:repo/actions/runs/:id/job/:job", target: showJob },
  { template: "/:owner/:repo/actions/runs/:id/artifacts/:artifact", target: showArtifact },
];
