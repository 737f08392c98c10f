import { GsdError } from "../../core/gsd-error.ts";
import type { World } from "../create-world.ts";
import { sampleIssue } from "./issue.ts";
import type { Narrator } from "./narrator.ts";
import { createPerson, type Person } from "./person.ts";

/** What the story is about; a test tells a shorter one of its own. */
export interface Plot {
  issue: { title: string; body: string };
  rollback?: { command: string };
}

export const samplePlot: Plot = {
  issue: sampleIssue,
  rollback: { command: "/rollback T04 --with-dependents" },
};

export interface Ending {
  issue: number;
  trackPull: number;
  rollbackPull?: number;
}

/** An issue becomes merged work, as its maintainer sees it; then one task is taken back. */
export async function tellStory(world: World, narrator: Narrator, plot: Plot = samplePlot): Promise<Ending> {
  const maintainer = createPerson(world, "maintainer");
  const say = narrator.say;
  const link = (kind: "issues" | "pull", number: number) =>
    `${world.forge.urls.server}/${world.repo}/${kind}/${number}`;

  const issue = await maintainer.openIssue(plot.issue);
  say("maintainer", `opens #${issue} "${plot.issue.title}"`, link("issues", issue));
  await maintainer.label(issue, "gsd:plan");
  say("maintainer", "labels it gsd:plan", link("issues", issue));
  await world.idle();

  const trackPull = await findPull(maintainer, /^gsd\//);
  say("gsd", `proposes a plan in draft #${trackPull}`, link("pull", trackPull));
  await maintainer.comment(trackPull, "/approve");
  say("maintainer", `reads it and comments /approve on #${trackPull}`, link("pull", trackPull));
  await world.idle();

  await approveTasks(world, maintainer, { narrator, link });

  const pull = await maintainer.pull(trackPull);
  if (pull.draft)
    throw new GsdError("story", `#${trackPull} did not get ready; look at ${link("issues", issue)}`);
  say("gsd", `has verified the track; #${trackPull} is ready`, link("pull", trackPull));
  await maintainer.merge(trackPull);
  say("maintainer", `merges #${trackPull}`, link("pull", trackPull));
  await world.idle();
  const closed = await maintainer.issue(issue);
  if (closed.state !== "closed") throw new GsdError("story", `#${issue} is not closed`);
  say("gsd", `has archived the plan and closed #${issue}`, link("issues", issue));
  if (!plot.rollback) return { issue, trackPull };

  await maintainer.comment(issue, plot.rollback.command);
  say("maintainer", `comments ${plot.rollback.command} on #${issue}`, link("issues", issue));
  await world.idle();
  const rollbackPull = await findPull(maintainer, /^gsd-rollback\//);
  const { title } = await maintainer.pull(rollbackPull);
  say("gsd", `opens #${rollbackPull} "${title}"`, link("pull", rollbackPull));
  return { issue, trackPull, rollbackPull };
}

interface Telling {
  narrator: Narrator;
  link: (kind: "issues" | "pull", number: number) => string;
}

/** Approves every task pull request once its review says that it is ready, until none is left. */
async function approveTasks(world: World, maintainer: Person, { narrator, link }: Telling): Promise<void> {
  const approved = new Set<number>();
  for (;;) {
    const ready = await readyPulls(maintainer, approved);
    if (ready.length === 0) return;
    for (const pull of ready)
      narrator.say(
        "gsd",
        `has #${pull.number} "${pull.title}" ready, checked and reviewed`,
        link("pull", pull.number),
      );
    for (const pull of ready) {
      approved.add(pull.number);
      await maintainer.comment(pull.number, "/approve");
      narrator.say("maintainer", `comments /approve on #${pull.number}`, link("pull", pull.number));
    }
    await world.idle();
    for (const { number } of ready) {
      const { merged } = await maintainer.pull(number);
      narrator.say("gsd", merged ? `merges #${number}` : `has not merged #${number}`, link("pull", number));
    }
  }
}

async function readyPulls(maintainer: Person, approved: Set<number>) {
  const tasks = (await maintainer.openPulls()).filter(
    (pull) => pull.head.ref.startsWith("gsd-task/") && !approved.has(pull.number),
  );
  const reviews = await Promise.all(tasks.map((pull) => maintainer.reviews(pull.number)));
  return tasks.filter((_, index) => reviews[index]?.some((review) => review.body.includes("Ready at")));
}

async function findPull(maintainer: Person, head: RegExp): Promise<number> {
  const pull = (await maintainer.openPulls()).find((one) => head.test(one.head.ref));
  if (!pull)
    throw new GsdError(
      "story",
      `There is no pull request from a branch like ${head.source}; the runs' logs say why.`,
    );
  return pull.number;
}
