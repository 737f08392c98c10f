import type { Routes } from "../router.ts";
import { actionRoutes } from "./actions.ts";
import { activityRoutes } from "./activity.ts";
import { appRoutes } from "./apps.ts";
import { checkRoutes } from "./checks.ts";
import { commentRoutes } from "./comments.ts";
import { contentRoutes } from "./contents.ts";
import { gitDataRoutes } from "./git-data.ts";
import { issueRoutes } from "./issues.ts";
import { labelRoutes } from "./labels.ts";
import { linkRoutes } from "./links.ts";
import { milestoneRoutes } from "./milestones.ts";
import { pullRoutes } from "./pulls.ts";
import { reactionRoutes } from "./reactions.ts";
import { refRoutes } from "./refs.ts";
import { releaseRoutes } from "./releases.ts";
import { repoRoutes } from "./repos.ts";
import { reviewCommentRoutes } from "./review-comments.ts";
import { reviewRoutes } from "./reviews.ts";
import { settingsRoutes } from "./settings.ts";
import { statusRoutes } from "./statuses.ts";
import { teamRoutes } from "./teams.ts";
import { userInstallationRoutes } from "./user-installations.ts";
import { userRoutes } from "./users.ts";

/** Every REST route that the forge has. */
export const ALL_ROUTES: Routes = {
  ...actionRoutes,
  ...activityRoutes,
  ...appRoutes,
  ...checkRoutes,
  ...commentRoutes,
  ...contentRoutes,
  ...gitDataRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...linkRoutes,
  ...milestoneRoutes,
  ...pullRoutes,
  ...reactionRoutes,
  ...refRoutes,
  ...releaseRoutes,
  ...repoRoutes,
  ...reviewCommentRoutes,
  ...reviewRoutes,
  ...settingsRoutes,
  ...statusRoutes,
  ...teamRoutes,
  ...userRoutes,
  ...userInstallationRoutes,
};
