import { digestOf } from "../../core/check/digest-of.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { marker } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { checksOn, coverageOn } from "../../core/jobs/read-steps.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import type { CiStart } from "../../core/model/access.ts";
import type { Bound, PublishStep, Scene, Words } from "../../core/model/publication.ts";
import type { Track } from "../../core/model/track.ts";
import { renderWords } from "../../core/render/words.ts";
import type { SavedRepository } from "../ledger/repository.ts";
import type { Ports } from "../ports.ts";
import { rememberHealth } from "../remember-health.ts";
import { answerThreads } from "./answer-threads.ts";
import type { Artifact } from "./artifact.ts";
import { findFolder } from "./find-folder.ts";
import { performCommit } from "./perform-commit.ts";
import { performPull } from "./perform-pull.ts";
import { performReview } from "./perform-review.ts";
import { requireTime } from "./require-time.ts";

/** What every step of a publication is done with. */
export interface Stage {
  ports: Ports;
  input: PublicationInput;
  artifact: Artifact;
  repository: SavedRepository | undefined;
  bound: Bound;
  /** Whether this step may have been done before: by an earlier run, or by a try whose answer was lost. */
  again: boolean;
  /** Waits, unless the time for publishing is up. */
  pause(milliseconds: number): Promise<void>;
  /** Writes a text, now that what it refers to is there. */
  write(words: Words): string;
}

type Perform<T extends PublishStep["type"]> = (
  stage: Stage,
  step: Extract<PublishStep, { type: T }>,
) => Promise<Bound>;

const performers: { [T in PublishStep["type"]]: Perform<T> } = {
  commit: performCommit,
  "read-plan": readPlan,
  pull: performPull,
  review: performReview,
  async status({ ports, bound, write }, { context, state, description, head = bound.head }) {
    if (head === undefined) throw unbound("head");
    await ports.github.setStatus({ sha: head, context, state, description: write(description) });
    return {};
  },
  async comment({ ports, input, again, write }, { thread, words }) {
    const known = again && (await isSaid(ports, input, thread));
    if (!known) await ports.github.createComment(thread, write(words));
    return {};
  },
  "answer-threads": answerThreads,
  async "remember-health"({ ports, input, repository: known }, { health }) {
    await rememberHealth(known ? { ...ports, known } : ports, input.track.config, health);
    return {};
  },
};

/** What is published, and until when. */
export interface Publishing {
  input: PublicationInput;
  artifact: Artifact;
  deadline: Date;
  /** What belongs to no track, where it was read along. */
  repository: SavedRepository | undefined;
  /** How CI starts on it, where it is trusted. */
  ci?: CiStart;
}

/** Does the steps of a publication, one after the other; each is looked for before it is done again. */
export async function performPublication(
  ports: Ports,
  { input, artifact, deadline, repository, ci }: Publishing,
  steps: PublishStep[],
): Promise<Bound> {
  let bound: Bound = {};
  const track = trackWith(input.track, steps);
  const again = input.job.republish !== undefined;
  const pause = async (milliseconds: number) => {
    requireTime(ports, input.job, deadline);
    await ports.github.pause(milliseconds);
  };
  for (const step of steps) {
    requireTime(ports, input.job, deadline);
    const scene = sceneOf({ ...input, track }, bound);
    const write = (words: Words) => renderWords(words, ci ? { ...scene, ci } : scene);
    const stage: Stage = { ports, input, artifact, repository, bound, again, pause, write };
    bound = { ...bound, ...(await performStep(stage, step)) };
  }
  return bound;
}

const mostTries = 3;

/** A failure that may pass is waited for; what was asked for then may be done, so it is looked for first. */
async function performStep(stage: Stage, step: PublishStep): Promise<Bound> {
  const perform = performers[step.type] as Perform<PublishStep["type"]>;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await perform({ ...stage, again: stage.again || attempt > 1 }, step);
    } catch (error) {
      const passes = error instanceof GsdError && error.code === "unavailable";
      if (!passes || attempt >= mostTries) throw error;
      await stage.pause(500 * 2 ** attempt);
    }
  }
}

/** The track as it will be once this is told: with the health of its base. */
function trackWith(track: Track, steps: PublishStep[]): Track {
  const found = steps.find((step) => step.type === "remember-health");
  if (found?.type !== "remember-health" || !track.health || track.health.outcome !== undefined) return track;
  return { ...track, health: { ...track.health, outcome: "done", result: found.health } };
}

function sceneOf({ track, job, manifest, sha256 }: PublicationInput, bound: Bound): Scene<Track> {
  const subject = digestOf(manifest.changes, sha256);
  const checks = checksOn(manifest, subject) ?? [];
  const scene = { track, job, manifest, bound, checks };
  const coverage = coverageOn(manifest, subject);
  return coverage ? { ...scene, coverage } : scene;
}

async function readPlan({ ports, bound, input }: Stage, { folder }: { folder: string }): Promise<Bound> {
  const { head } = bound;
  if (head === undefined) throw unbound("head");
  const planTree = await findFolder(ports.github, folder, head);
  if (!planTree)
    throw new GsdError("unavailable", `${folder}/ of ${input.track.slug} cannot be read back yet.`);
  return { planTree };
}

export function unbound(what: string): GsdError {
  return new GsdError("unknown", `A step of a publication needs its ${what}, which no step before has made.`);
}

/** Whether an earlier try to publish this very result has said it. */
async function isSaid({ github }: Ports, { job }: PublicationInput, thread: number): Promise<boolean> {
  const mark = marker.format("report", jobKey.format(job));
  return (await github.comments(thread)).some(({ author, body }) => author.bot && body.includes(mark));
}
