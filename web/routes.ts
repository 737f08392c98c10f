import type { Route } from "./match-route.ts";
import type { RepositoryContext, View } from "./page.ts";
import { showJob } from "./views/job/job.ts";
import { showSaid } from "./views/job/said.ts";
import { showOverview } from "./views/overview.ts";
import { showRecipes } from "./views/repository/recipes.ts";
import { showRepository } from "./views/repository/repository.ts";
import { showSpending } from "./views/repository/spending.ts";
import { showTraceFile } from "./views/trace-file.ts";
import { showCost } from "./views/track/cost.ts";
import { showHistory } from "./views/track/history.ts";
import { showTask } from "./views/track/task.ts";
import { showTimeline } from "./views/track/timeline.ts";
import { showTrace } from "./views/track/trace.ts";
import { showTrack } from "./views/track/track.ts";

export type RepositoryView = View<RepositoryContext>;

/** Pages about no repository of their own. */
export const routes: readonly Route<View>[] = [
  { template: "/tracks", target: showOverview },
  { template: "/trace", target: showTraceFile },
];

/** Pages about one repository, which is opened before they are made. */
export const repositoryRoutes: readonly Route<RepositoryView>[] = [
  { template: "/:owner/:repo/tracks", target: showRepository },
  { template: "/:owner/:repo/spending", target: showSpending },
  { template: "/:owner/:repo/recipes", target: showRecipes },
  { template: "/:owner/:repo/tracks/:issue", target: showTrack },
  { template: "/:owner/:repo/tracks/:issue/timeline", target: showTimeline },
  { template: "/:owner/:repo/tracks/:issue/trace", target: showTrace },
  { template: "/:owner/:repo/tracks/:issue/cost", target: showCost },
  { template: "/:owner/:repo/tracks/:issue/history", target: showHistory },
  { template: "/:owner/:repo/tracks/:issue/tasks/:task", target: showTask },
  { template: "/:owner/:repo/tracks/:issue/jobs/:kind/:task/:attempt", target: showJob },
  { template: "/:owner/:repo/tracks/:issue/jobs/:kind/:task/:attempt/said/:file", target: showSaid },
];
