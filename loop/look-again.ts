import type { Ports } from "./ports.ts";

/** Between looks at something that seems to be gone. */
const pausesMs = [500, 1_000, 2_000];

/** Looks until something is sure, and a few times at most: GitHub may not show for a moment what is there. */
export async function lookAgain<T>(
  { github }: Pick<Ports, "github">,
  look: () => Promise<T>,
  isSure: (seen: T) => boolean,
): Promise<T> {
  let seen = await look();
  for (const pause of pausesMs) {
    if (isSure(seen)) break;
    await github.pause(pause);
    seen = await look();
  }
  return seen;
}
