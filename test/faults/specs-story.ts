import type { Track } from "../../core/model/track.ts";
import type { Step } from "./story.ts";

const where = { owner: "acme", repo: "tally" };
const [first, second, third] = [1, 2, 3];

/**
 * Two tracks that change the same requirement: the second is told, one task is split, the first is merged while the second is
 * ready, whose archive is made anew. Then code gets the spec that it never had, and all of the first is taken back.
 */
export const sameRequirement: Step[] = [
  {
    name: "the first label",
    thread: () => first,
    act: async ({ people }) => {
      const { issues } = people.maintainer.octokit.rest;
      await issues.update({ ...where, issue_number: first, title: "Totals in hours" });
      for (const title of ["Totals in minutes", "Which promises does src make?"])
        await people.maintainer.openIssue({ title, body: "Please." });
      await people.maintainer.label(first, "gsd:plan");
    },
    reached: isProposed,
  },
  {
    name: "the second label",
    issue: second,
    thread: () => second,
    act: ({ people }) => people.maintainer.label(second, "gsd:plan"),
    reached: isProposed,
  },
  approvePlan(first),
  {
    name: "/split",
    thread: () => first,
    act: ({ people }) => people.maintainer.comment(first, "/split T02 one file each"),
    reached: (track) => track.tasks.T02?.rebase?.status === "proposed" && isQuiet(track),
  },
  {
    name: "/approve of the parts",
    thread: (track) => track?.pull,
    act: ({ people, pass }, track) => {
      pass(1);
      return people.maintainer.comment(track.pull!, "/approve");
    },
    reached: (track) => track.tasks.T03 !== undefined && isQuiet(track),
  },
  approveTask(first, "T01", (track) => track.tasks.T02?.proposal?.readyAt !== undefined),
  approveTask(first, "T02", (track) => track.tasks.T03?.proposal?.readyAt !== undefined),
  approveTask(first, "T03", (track) => track.phase === "ready"),
  approvePlan(second),
  approveTask(second, "T01", (track) => track.phase === "ready"),
  {
    name: "the merge of the first",
    issue: second,
    thread: () => first,
    act: async ({ people }) => {
      const pulls = await people.maintainer.openPulls();
      const plan = pulls.find(({ head }) => head.ref.startsWith(`gsd/${first}-`));
      await people.maintainer.merge(plan!.number);
    },
    reached: (track) => track.phase === "ready" && track.verification.runs > 1 && isQuiet(track),
  },
  {
    name: "the merge of the second",
    issue: second,
    thread: (track) => track?.pull,
    act: ({ people }, track) => people.maintainer.merge(track.pull!),
    reached: (track) => track.phase === "merged" && isQuiet(track),
  },
  {
    name: "/run retrofit",
    issue: third,
    thread: () => undefined,
    act: ({ people }) => people.maintainer.comment(third, "/run retrofit src"),
    reached: (track) => track.reports.every(({ status }) => status === "done") && isQuiet(track),
  },
  {
    name: "/rollback --track",
    thread: () => first,
    act: ({ people }) => people.maintainer.comment(first, "/rollback --track"),
    reached: (track) => track.rollbacks.some(({ status }) => status === "open") && isQuiet(track),
  },
];

function isProposed(track: Track): boolean {
  return track.phase === "proposed" && isQuiet(track);
}

function isQuiet({ outbox, jobs }: Track): boolean {
  return outbox.length + jobs.length === 0;
}

function approvePlan(issue: number): Step {
  return {
    name: `/approve of the plan of #${issue}`,
    issue,
    thread: (track) => track?.pull,
    act: ({ people, pass }, track) => {
      pass(1);
      return people.maintainer.comment(track.pull!, "/approve");
    },
    reached: (track) => track.tasks.T01?.proposal?.readyAt !== undefined && isQuiet(track),
  };
}

function approveTask(issue: number, task: "T01" | "T02" | "T03", reached: (track: Track) => boolean): Step {
  return {
    name: `/approve of ${task} of #${issue}`,
    issue,
    thread: (track) => track?.tasks[task]?.proposal?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.tasks[task]!.proposal!.pull, "/approve"),
    reached: (track) => reached(track) && isQuiet(track),
  };
}
