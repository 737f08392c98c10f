import { isoSeconds } from "./git/objects.ts";
import type { World } from "./state/world.ts";

/** Now, as GitHub writes it. */
export function timestamp(world: World): string {
  return isoSeconds(world.now());
}
