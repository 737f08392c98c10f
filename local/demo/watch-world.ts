import { GsdError } from "../../core/gsd-error.ts";
import type { World } from "../create-world.ts";
import type { Narrator } from "./narrator.ts";

/** A pull request as somebody who looks at the forge sees it. */
export interface Sight {
  number: number;
  title: string;
  branch: string;
  draft: boolean;
  merged: boolean;
  /** Our review says "Ready at". */
  ready: boolean;
}

export interface Watcher {
  pulls(): Sight[];
  /** Resolves when something is so; fails when everything is quiet and it is not. */
  until<T>(what: string, find: (pulls: Sight[]) => T | undefined | Promise<T | undefined>): Promise<T>;
  stop(): void;
}

const everyMs = 50;

/** Looks at the forge and tells what gsd does there, as it happens. */
export function watchWorld(world: World, narrator: Narrator): Watcher {
  let known = new Map<number, Sight>();
  const look = () => {
    const now = readPulls(world);
    for (const pull of now) narrate(world, narrator, { now: pull, before: known.get(pull.number) });
    known = new Map(now.map((pull) => [pull.number, pull]));
    return now;
  };
  const timer = setInterval(look, everyMs);
  return {
    pulls: look,
    async until(what, find) {
      let quiet = false;
      for (;;) {
        const found = await find(look());
        if (found !== undefined) return found;
        if (quiet)
          throw new GsdError(
            "story",
            `gsd has come to rest without ${what}; the runs' logs on ${world.forge.urls.server} say why.`,
          );
        quiet = await Promise.race([world.idle().then(() => true), wait(everyMs).then(() => false)]);
      }
    },
    stop: () => clearInterval(timer),
  };
}

function readPulls({ forge, repo }: World): Sight[] {
  const found = forge.world.repos.get(repo.toLowerCase())!;
  const reviews = [...found.reviews.values()];
  return [...found.issues.values()].flatMap((issue) => {
    if (!issue.pull) return [];
    const { number, title, pull } = issue;
    const ready = reviews.some((review) => review.pull === number && review.body?.includes("Ready at"));
    return [
      { number, title, branch: pull.head.ref, draft: pull.draft, merged: pull.mergedAt !== null, ready },
    ];
  });
}

function narrate(
  world: World,
  narrator: Narrator,
  { now, before }: { now: Sight; before: Sight | undefined },
): void {
  const tell = (what: string) =>
    narrator.say("gsd", what, `${world.forge.urls.server}/${world.repo}/pull/${now.number}`);
  const isTrack = now.branch.startsWith("gsd/");
  if (!before)
    tell(isTrack ? `proposes a plan in draft #${now.number}` : `opens #${now.number} "${now.title}"`);
  if (now.ready && !before?.ready) tell(`has checked and reviewed #${now.number}: ready`);
  if (now.merged && before && !before.merged && !isTrack) tell(`merges #${now.number}`);
  if (isTrack && before?.draft && !now.draft) tell(`has verified the track: #${now.number} is ready`);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
