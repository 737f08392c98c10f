import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Sha } from "../../core/model/ids.ts";
import { isQuick } from "../../core/model/route.ts";
import { ledgerNote } from "../../core/render/ledger-note.ts";
import { renderSticky } from "../../core/render/sticky.ts";
import { findSticky } from "../find-traces.ts";
import type { Performer, Work } from "../perform.ts";

type StartTrack = Extract<Effect, { type: "start-track" }>;

/** The track's branch and its one living comment. */
export const startTrack: Performer<StartTrack> = {
  async probe(work) {
    const found = await findSticky(work.ports, work.track.issue);
    if (found === undefined) return undefined;
    const { comment, node } = found;
    return { type: "started", comment, node, digest: "", head: await createBranch(work) };
  },
  async perform(work) {
    const { ports, track } = work;
    const head = await createBranch(work);
    if (track.sticky) return { type: "started", ...track.sticky, digest: "", head };
    const body = renderSticky(track, ports.now().toISOString());
    const noted = ledgerNote.add(body, { commit: ports.ledger.latest(), saves: track.saves });
    const { id: comment, nodeId: node } = await ports.github.createComment(track.issue, noted);
    return { type: "started", comment, node, digest: ports.sha256(renderSticky(track)), head };
  },
};

/** Where the new branch is; undefined for one that was there. */
async function createBranch({ ports, track }: Work<StartTrack>): Promise<Sha | undefined> {
  // A quick change has its task's branch alone.
  if (isQuick(track)) return undefined;
  const { defaultBranch } = track;
  const head = await ports.github.ref(`heads/${defaultBranch}`);
  if (!head)
    throw new GsdError(
      "no-commits",
      `the default branch \`${defaultBranch}\` has no commits yet; push one, then comment \`/plan\``,
    );
  const created = await ports.github.createRef(`heads/${trackBranch.format(track)}`, head);
  return created === "created" ? head : undefined;
}
