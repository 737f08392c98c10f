import { found, notAccessible, ok, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { publicUser } from "../shapes/user.ts";
import { findUser } from "../state/world.ts";

export const userRoutes: Routes = {
  "GET /user": (call) => {
    if (call.actor.kind === "anonymous") throw new Refusal(401, "Requires authentication");
    if (call.actor.kind !== "user") throw notAccessible("");
    return ok(publicUser(call.world, call.actor.user));
  },
  "GET /users/{username}": (call) =>
    ok(publicUser(call.world, found(findUser(call.world, call.params["username"]!)))),
  "GET /meta": () => ok({ verifiable_password_authentication: false }),
  "GET /rate_limit": rateLimit,
};

/** The limit that the headers show too; the forge never runs out by itself. */
export const RATE = { limit: 5000, used: 0, remaining: 5000 };

function rateLimit(call: Call) {
  const reset = Math.floor(call.world.now().getTime() / 1000) + 3600;
  const core = { ...RATE, reset };
  return ok({ resources: { core, search: core, graphql: core }, rate: core });
}
