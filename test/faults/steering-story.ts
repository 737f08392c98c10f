import type { Track } from "../../core/model/track.ts";
import type { Stage } from "./in-process.ts";
import type { Step } from "./story.ts";

const issue = 1;
const where = { owner: "acme", repo: "tally" };
const title = "Write rows as CSV";

/** A maintainer who changes their mind: closes and reopens the issue, amends the plan, cancels and comes back. */
export const changesOfMind: Step[] = [
  {
    name: "the label",
    thread: () => issue,
    act: ({ people }) => people.maintainer.label(issue, "gsd:plan"),
    reached: (track) => track.phase === "proposed",
  },
  {
    name: "taking the label off",
    thread: () => undefined,
    act: ({ people }) =>
      people.maintainer.octokit.rest.issues.removeLabel({ ...where, issue_number: issue, name: "gsd:plan" }),
    reached: (track) => track.phase === "cancelled" && track.outbox.length === 0,
  },
  {
    name: "putting it back",
    thread: () => undefined,
    act: ({ people, pass }) => {
      pass(1);
      return people.maintainer.label(issue, "gsd:plan");
    },
    reached: (track) => track.phase === "proposed" && track.outbox.length === 0,
  },
  {
    name: "/revise of the plan",
    thread: () => undefined,
    act: async (stage, track) => {
      await remarkOn(stage, track);
      await stage.people.maintainer.comment(track.pull!, "/revise Name the columns.");
    },
    reached: (track) =>
      track.phase === "proposed" &&
      track.plan.runs > 1 &&
      track.plan.revision === undefined &&
      track.outbox.length === 0,
  },
  {
    name: "/approve of the plan",
    thread: (track) => track?.pull,
    act: ({ people, pass }, track) => {
      pass(1);
      return people.maintainer.comment(track.pull!, "/approve");
    },
    reached: (track) => track.tasks.T01?.proposal?.readyAt !== undefined,
  },
  {
    name: "closing the issue",
    thread: () => undefined,
    act: (stage) => setIssue(stage, "closed"),
    reached: (track) => track.closed !== undefined,
  },
  {
    name: "reopening it",
    thread: () => undefined,
    act: (stage) => setIssue(stage, "open"),
    reached: (track) => track.closed === undefined && !track.paused,
  },
  {
    name: "an edit of the approved plan",
    thread: () => undefined,
    act: editPlan,
    reached: (track) => track.plan.edited !== undefined,
  },
  {
    name: "/approve of the edit",
    thread: (track) => track?.pull,
    act: ({ people, pass }, track) => {
      pass(1);
      return people.maintainer.comment(track.pull!, "/approve");
    },
    reached: (track) => track.plan.edited === undefined && track.tasks.T02?.title === `${title}, quoted`,
  },
  {
    name: "/cancel",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/cancel"),
    reached: (track) => track.phase === "cancelled" && track.outbox.length === 0,
  },
  {
    name: "/resume",
    thread: () => issue,
    act: async ({ people }) => {
      const { git } = people.maintainer.octokit.rest;
      await git.deleteRef({ ...where, ref: `heads/gsd-task/${issue}/T01` });
      await people.maintainer.comment(issue, "/resume");
    },
    reached: (track) => track.phase === "executing" && track.outbox.length === 0,
  },
  {
    name: "/approve of T01",
    thread: (track) => track?.tasks.T01?.proposal?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.tasks.T01!.proposal!.pull, "/approve"),
    reached: (track) =>
      track.tasks.T01?.status === "completed" && track.tasks.T02?.proposal?.readyAt !== undefined,
  },
];

/** A remark on the first line of the plan's backlog. */
async function remarkOn({ people }: Stage, track: Track): Promise<void> {
  const { octokit, pull } = people.maintainer;
  const { head } = await pull(track.pull!);
  await octokit.rest.pulls.createReviewComment({
    ...where,
    pull_number: track.pull!,
    commit_id: head.sha,
    path: `specs/changes/${issue}-${track.slug}/BACKLOG.yaml`,
    line: 1,
    side: "RIGHT",
    body: "Is this all?",
  });
}

function setIssue({ people }: Stage, state: "open" | "closed"): Promise<unknown> {
  return people.maintainer.octokit.rest.issues.update({ ...where, issue_number: issue, state });
}

async function editPlan({ people }: Stage, track: Track): Promise<void> {
  const { repos } = people.maintainer.octokit.rest;
  const place = {
    ...where,
    path: `specs/changes/${issue}-${track.slug}/BACKLOG.yaml`,
    branch: `gsd/${issue}-${track.slug}`,
  };
  const { data } = await repos.getContent({ ...place, ref: place.branch });
  const { sha, content } = data as { sha: string; content: string };
  const text = Buffer.from(content, "base64").toString().replace(title, `${title}, quoted`);
  const edited = Buffer.from(text).toString("base64");
  await repos.createOrUpdateFileContents({ ...place, sha, content: edited, message: "edit the plan" });
}
