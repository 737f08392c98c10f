import { trackBranch } from "../../core/codec/branches.ts";
import { marker } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Sha } from "../../core/model/ids.ts";
import { renderSticky } from "../../core/render/sticky.ts";
import type { Performer, Work } from "../perform.ts";
import type { Ports } from "../ports.ts";

type StartTrack = Extract<Effect, { type: "start-track" }>;

/** The track's branch and its one living comment. */
export const startTrack: Performer<StartTrack> = {
  async probe(work) {
    const comment = await findSticky(work.ports, work.track.issue);
    if (comment === undefined) return undefined;
    return { type: "started", comment, digest: "", head: await createBranch(work) };
  },
  async perform(work) {
    const { ports, track } = work;
    const head = await createBranch(work);
    if (track.sticky) return { type: "started", comment: track.sticky.comment, digest: "", head };
    const body = renderSticky(track);
    const comment = await ports.github.createComment(track.issue, body);
    return { type: "started", comment, digest: ports.sha256(body), head };
  },
};

/** Where the new branch is; undefined for one that was there. */
async function createBranch({ ports, track }: Work<StartTrack>): Promise<Sha | undefined> {
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

async function findSticky({ github }: Ports, issue: number): Promise<number | undefined> {
  const text = marker.format("sticky", String(issue));
  const comments = await github.comments(issue);
  return comments.find((comment) => comment.author.bot && comment.body.includes(text))?.id;
}
