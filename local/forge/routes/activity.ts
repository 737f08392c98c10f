import { pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { simpleUser } from "../shapes/user.ts";

export const activityRoutes: Routes = { "GET /repos/{owner}/{repo}/activity": listActivities };

/** Who moved which branch, newest first unless asked otherwise. GitHub takes a branch by its short or its full name. */
function listActivities({ repo, world, query }: Call) {
  const wanted = query.get("ref")?.replace(/^refs\/heads\//, "");
  const actor = query.get("actor")?.toLowerCase();
  const hits = repo.activities.filter(
    ({ ref, user }) =>
      (!wanted || ref === `refs/heads/${wanted}`) && (!actor || user.login.toLowerCase() === actor),
  );
  const sorted = query.get("direction") === "asc" ? hits : hits.toReversed();
  return pages(
    sorted.map(({ id, user, ref, before, after, type, at }) => ({
      id,
      node_id: `PSH_${id}`,
      before,
      after,
      ref,
      timestamp: at,
      activity_type: type,
      actor: simpleUser(world, user),
    })),
  );
}
