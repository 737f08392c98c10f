import type { Track } from "../../core/model/track.ts";
import type { Stage } from "./in-process.ts";
import type { Step } from "./story.ts";

const issue = 1;
const where = { owner: "acme", repo: "tally" };

/** A quick change that is planned after all, and agents who ask people before they go on. */
export const questions: Step[] = [
  {
    name: "/quick",
    thread: () => issue,
    act: async ({ people }) => {
      await people.maintainer.octokit.rest.issues.update({
        ...where,
        issue_number: issue,
        title: "CSV, or not?",
      });
      await people.maintainer.comment(issue, "/quick");
    },
    reached: (track) => track.tasks.T00?.proposal?.readyAt !== undefined && track.outbox.length === 0,
  },
  {
    name: "/plan of the quick change",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/plan"),
    reached: (track) => track.forms?.[0]?.comment !== undefined && track.outbox.length === 0,
  },
  {
    name: "a box that is ticked",
    thread: () => undefined,
    act: tickYes,
    reached: (track) => track.phase === "proposed" && track.outbox.length === 0,
  },
  {
    name: "/approve of the plan",
    thread: (track) => track?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.pull!, "/approve"),
    reached: (track) => track.tasks.T01?.trouble?.type === "questions-asked" && track.outbox.length === 0,
  },
  {
    name: "/answer",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/answer 2 no"),
    reached: (track) => track.tasks.T01?.proposal?.readyAt !== undefined && track.outbox.length === 0,
  },
];

async function tickYes({ people, pass }: Stage, track: Track): Promise<void> {
  pass(1);
  const { issues } = people.maintainer.octokit.rest;
  const place = { ...where, comment_id: track.forms![0]!.comment! };
  const { data } = await issues.getComment(place);
  await issues.updateComment({ ...place, body: data.body!.replace("- [ ] Yes", "- [x] Yes") });
}
