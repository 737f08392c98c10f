import type { Step } from "./story.ts";

const issue = 1;
const where = { owner: "acme", repo: "tally" };

/** A task that nobody can do as it is written: it is written anew and accepted, and its lesson reaches the archive. */
export const secondThoughts: Step[] = [
  {
    name: "the label",
    thread: () => issue,
    act: async ({ people }) => {
      const { issues } = people.maintainer.octokit.rest;
      await issues.update({ ...where, issue_number: issue, title: "CSV, please!" });
      await people.maintainer.label(issue, "gsd:plan");
    },
    reached: (track) => track.phase === "proposed" && track.outbox.length === 0,
  },
  {
    name: "/approve of the plan",
    thread: (track) => track?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.pull!, "/approve"),
    reached: (track) =>
      track.tasks.T01?.rebase?.status === "proposed" &&
      track.plan.edited !== undefined &&
      track.outbox.length === 0,
  },
  {
    name: "/approve of the better task",
    thread: (track) => track?.pull,
    act: ({ people, pass }, track) => {
      pass(1);
      return people.maintainer.comment(track.pull!, "/approve");
    },
    reached: (track) => track.tasks.T01?.proposal?.readyAt !== undefined && track.outbox.length === 0,
  },
  {
    name: "/rebase of the task that waits",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/rebase T02"),
    reached: (track) => track.tasks.T02?.rebase?.status === "proposed" && track.outbox.length === 0,
  },
  {
    name: "/approve of T01",
    thread: (track) => track?.tasks.T01?.proposal?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.tasks.T01!.proposal!.pull, "/approve"),
    reached: (track) => track.tasks.T01?.status === "completed" && track.outbox.length === 0,
  },
  {
    name: "/skip of the other",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/skip T02"),
    reached: (track) => track.phase === "ready" && track.outbox.length === 0,
  },
];
