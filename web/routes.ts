import type { Route } from "./match-route.ts";
import type { RepositoryContext, View } from "./page.ts";
import { showJob } from "./views/job/job.ts";
import { showSaid } from "./views/job/said.ts";
import { showOverview } from "./views/overview.ts";
import { showRepository } from "./views/repository.ts";
import { showTrack } from "./views/track/track.ts";

export type RepositoryView = View<RepositoryContext>;

/** Pages about no repository of their own. */
export const routes: readonly Route<View>[] = [{ template: "/tracks", target: showOverview }];

/** Pages about one repository, which is opened before they are made. */
export const repositoryRoutes: readonly Route<RepositoryView>[] = [
  { template: "/:owner/:repo/tracks", target: showRepository },
  { template: "/:owner/:repo/tracks/:issue", target: showTrack },
  { template: "/:owner/:repo/tracks/:issue/jobs/:kind/:task/:attempt", target: showJob },
  { template: "/:owner/:repo/tracks/:issue/jobs/:kind/:task/:attempt/said/:file", target: showSaid },
];
