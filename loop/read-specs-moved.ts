import { trackBranch } from "../core/codec/branches.ts";
import type { Sha } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import { specFile, specLayouts } from "../core/plan/spec-layout.ts";
import type { Ports } from "./ports.ts";

/**
 * The commit of the default branch that has other specs than the track's changes are made for; `null` where they are the same.
 * They are compared with the default branch as it was last merged into the track, or with what they were folded into.
 */
export async function readSpecsMoved({ github }: Pick<Ports, "github">, track: Track): Promise<Sha | null> {
  const { plan, folded, update, defaultBranch } = track;
  const names = [...new Set((plan.deltas ?? []).map(({ capability }) => capability))];
  if (names.length === 0) return null;
  const paths = names.flatMap((name) => specLayouts.map((layout) => specFile(layout, name)));
  const before = update?.base ?? folded?.on ?? trackBranch.format(track);
  const { commits, files } = await github.look({
    commits: [defaultBranch],
    files: [defaultBranch, before].flatMap((ref) => paths.map((path) => ({ path, ref }))),
  });
  const isSame = paths.every((_, at) => files[at]?.sha === files[at + paths.length]?.sha);
  return isSame ? null : (commits[0]?.sha ?? null);
}
