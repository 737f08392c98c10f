import { type Asker, chooseIssues, type Night } from "../../core/backlog/choose-issues.ts";
import { orderBacklog } from "../../core/backlog/order-backlog.ts";
import { roomForPlans } from "../../core/jobs/decide-cap.ts";
import { isOpen, type Track } from "../../core/model/track.ts";
import type { Sorting } from "../../core/ports/github/issues.ts";
import { guarded } from "../guarded.ts";
import type { Ports } from "../ports.ts";
import { runLoop } from "../run-loop.ts";
import type { Evening } from "./evening.ts";
import { lookUpRights, mostLookups } from "./look-up-rights.ts";
import { readAskers } from "./read-askers.ts";
import { listBacklog, readLinks } from "./read-backlog.ts";
import { rememberNight } from "./remember-night.ts";

/** What the nightly run came to. */
export interface Nightfall {
  night: Night;
  milestone: string | undefined;
  started: number[];
  more: boolean;
  /** Tracks that it has started. */
  tracks: Track[];
}

/** Plans issues of the backlog, in order, as many as there is room for. How much it reads is bounded, however long the backlog is. */
export async function runNightly(ports: Ports, evening: Evening): Promise<Nightfall> {
  const { nightly, milestone, tracks, config, day } = evening;
  const { issues, more } = await listBacklog(ports, evening);
  const places = orderBacklog({
    issues,
    links: await readLinks(ports, issues, nightly),
    priorities: nightly.priorities,
  });
  const over = new Set<number>();
  for (const { number } of issues) if (await evening.isDone(number)) over.add(number);
  const choice = {
    now: ports.now().toISOString(),
    nightly,
    places,
    openTracks: tracks.filter((track) => isOpen(track) && track.phase !== "asking").length,
    over,
    lookups: mostLookups,
    budget: roomForPlans(config, day),
  };
  const asked = await readAskers(ports, evening, places);
  const wanted = (known: ReadonlyMap<number, Asker | undefined>) =>
    chooseIssues({ ...choice, askers: known });
  const rights = await lookUpRights(ports, evening, { asked, wanted });
  const night = wanted(rights.askers);
  const chosen = night.rows
    .filter(({ verdict }) => verdict.type === "start")
    .map(({ issue }) => issue.number);
  const started = await rememberNight(ports, evening, { chosen, strangers: rights.strangers });
  const sortingOf = (issue: number) =>
    asked.get(issue)?.find(({ by }) => rights.askers.get(issue)?.login === by.login);
  const begun = await startAll(ports, chosen, sortingOf);
  return { night, milestone: milestone?.title, started, more, tracks: begun };
}

/** What keeps one from starting does not keep the others. */
async function startAll(
  ports: Ports,
  issues: readonly number[],
  sortingOf: (issue: number) => Sorting | undefined,
): Promise<Track[]> {
  const begun: Track[] = [];
  for (const issue of issues) {
    const sorting = sortingOf(issue);
    if (sorting)
      await guarded(ports, issue, async () => void begun.push(...(await start(ports, issue, sorting))));
  }
  return begun;
}

async function start(ports: Ports, issue: number, { type, name, by, at }: Sorting): Promise<Track[]> {
  const trigger = { type: "issue-chosen" as const, issue, sender: by, at };
  const track = await runLoop(ports, issue, type === "labeled" ? { ...trigger, label: name } : trigger);
  return track ? [track] : [];
}
