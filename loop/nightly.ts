import type { BacklogIssue, Link } from "../core/backlog/backlog-issue.ts";
import { type Asker, chooseIssues, type Night } from "../core/backlog/choose-issues.ts";
import type { Milestone } from "../core/backlog/milestone.ts";
import { orderBacklog, type Place, sortBacklog } from "../core/backlog/order-backlog.ts";
import { mayRun } from "../core/command/permissions.ts";
import { roomForPlans } from "../core/jobs/decide-cap.ts";
import type { Nightly } from "../core/model/config/nightly.ts";
import type { Config } from "../core/model/config.ts";
import type { Day } from "../core/model/day.ts";
import type { Instant } from "../core/model/ids.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { isOpen, type Track } from "../core/model/track.ts";
import type { Sorting } from "../core/ports/github/issues.ts";
import type { Author } from "../core/ports/github/people.ts";
import { guarded } from "./guarded.ts";
import { changeRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";
import { readActor } from "./read-actor.ts";
import { runLoop } from "./run-loop.ts";

/** Issues whose links are read in one tick: two requests each. */
const mostLinks = 15;
/** Issues of which it is asked who put them there: fifty a request. */
const mostAsked = 100;
/** People whose rights are looked up in one tick. */
const mostLookups = 20;
const dayMs = 24 * 3_600_000;

/** What a tick knows when the backlog has its turn. */
export interface Evening {
  config: Config;
  nightly: Nightly;
  state: RepositoryState;
  tracks: Track[];
  day: Day;
  milestone: Milestone | undefined;
  /** The phase of the roadmap that is worked on: whoever merged that file asked for its issues. */
  phase?: { issues: number[]; by: Author; at: Instant } | undefined;
  isDone(issue: number): Promise<boolean>;
}

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
  const rights = await lookUp(ports, evening, { asked, wanted });
  const night = wanted(rights.askers);
  const chosen = night.rows
    .filter(({ verdict }) => verdict.type === "start")
    .map(({ issue }) => issue.number);
  const started = await remember(ports, evening, { chosen, strangers: rights.strangers });
  const begun: Track[] = [];
  for (const issue of chosen) {
    const sorting = asked.get(issue)?.find(({ by }) => rights.askers.get(issue)?.login === by.login);
    if (sorting)
      await guarded(ports, issue, async () => void begun.push(...(await start(ports, issue, sorting))));
  }
  return { night, milestone: milestone?.title, started, more, tracks: begun };
}

async function start(ports: Ports, issue: number, { type, name, by, at }: Sorting): Promise<Track[]> {
  const trigger = { type: "issue-chosen" as const, issue, sender: by, at };
  const track = await runLoop(ports, issue, type === "labeled" ? { ...trigger, label: name } : trigger);
  return track ? [track] : [];
}

/** Labelled issues and those of the current milestone that have no track under way. */
async function listBacklog(ports: Ports, { nightly, milestone, tracks, state }: Evening) {
  const labeled = await ports.github.issuesIn({ label: nightly.label });
  const none = { issues: [], more: false };
  const due = milestone ? await ports.github.issuesIn({ milestone: milestone.number }) : none;
  const all = new Map([...labeled.issues, ...due.issues].map((issue) => [issue.number, issue]));
  const busy = new Set(tracks.filter(({ phase }) => phase !== "asking").map(({ issue }) => issue));
  const issues = [...all.values()].filter(({ number }) => !busy.has(number) && number !== state.dashboard);
  return { issues, more: labeled.more || due.more };
}

/** What the first of them wait for. */
async function readLinks(
  { github }: Ports,
  issues: BacklogIssue[],
  { priorities }: Nightly,
): Promise<Map<number, Link[]>> {
  const linked = sortBacklog(issues, priorities).filter(({ issue }) => issue.hasLinks);
  const links = new Map<number, Link[]>();
  for (const { issue } of linked.slice(0, mostLinks))
    links.set(issue.number, await github.linksOf(issue.number));
  return links;
}

/** Who put the label or the milestone on each of the first that could start: a form may do that for anybody. */
async function readAskers(
  ports: Ports,
  { nightly, milestone, phase }: Evening,
  places: readonly Place[],
): Promise<Map<number, Sorting[]>> {
  const free = places.filter(({ waitsFor, unread }) => waitsFor.length === 0 && !unread).slice(0, mostAsked);
  const numbers = free.map(({ issue }) => issue.number);
  const sortings = await ports.github.sortingsOf(numbers);
  return new Map(
    free.map(({ issue }, at) => {
      const own = sortings[at] ?? [];
      const isLabeled = issue.labels.some((label) => isSame(label, nightly.label));
      const label = isLabeled
        ? own.findLast(({ type, name }) => type === "labeled" && isSame(name, nightly.label))
        : undefined;
      const isDue = milestone !== undefined && issue.milestone?.number === milestone.number;
      // It is there now, whatever the milestone was called when it came.
      const due = isDue ? own.findLast(({ type }) => type === "milestoned") : undefined;
      const promised = isDue && phase?.issues.includes(issue.number) ? promiseOf(phase) : undefined;
      return [issue.number, [label, promised, due].filter((one) => one !== undefined)];
    }),
  );
}

function promiseOf({ by, at }: NonNullable<Evening["phase"]>): Sorting {
  return { type: "milestoned", name: "", by, at };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface Rights {
  askers: Map<number, Asker | undefined>;
  strangers: string[];
}

interface Inquiry {
  asked: ReadonlyMap<number, Sorting[]>;
  wanted(known: ReadonlyMap<number, Asker | undefined>): Night;
}

/** Asks GitHub what they may do who asked for the issues whose turn it is; of the others nothing has to be known. */
async function lookUp(ports: Ports, { config, state }: Evening, { asked, wanted }: Inquiry): Promise<Rights> {
  const since = new Date(ports.now().getTime() - dayMs).toISOString();
  const rights = new Map<string, boolean>(
    (state.night?.strangers ?? []).filter(({ at }) => at >= since).map(({ login }) => [login, false]),
  );
  const strangers: string[] = [];
  for (let lookups = 0; ; lookups += 1) {
    const askers = new Map([...asked].map(([issue, sortings]) => [issue, toAsker(sortings, rights)]));
    const isOpen = wanted(askers).stop.type === "lookups";
    const next = [...asked.values()].flat().find(({ by }) => !rights.has(by.login));
    if (!isOpen || !next || lookups >= mostLookups) return { askers, strangers };
    const plan = { type: "plan" as const };
    const actor = await readActor(ports, next.by, { config: { ok: true, config }, commands: [plan] });
    const { ok } = mayRun(actor, plan, config);
    rights.set(next.by.login, ok);
    if (!ok) strangers.push(next.by.login);
  }
}

/** Of two who asked, the one who may; of one who may not, that. */
function toAsker(sortings: readonly Sorting[], rights: ReadonlyMap<string, boolean>): Asker | undefined {
  const known = sortings.map(({ by }) => ({ login: by.login, may: rights.get(by.login) }));
  return known.find(({ may }) => may) ?? known.find(({ may }) => may === undefined) ?? known[0];
}

/** Before anything starts, so that a crash loses none of it. */
async function remember(
  ports: Ports,
  { state }: Evening,
  { chosen, strangers }: { chosen: number[]; strangers: string[] },
): Promise<number[]> {
  const before = state.night?.started ?? [];
  if (chosen.length + strangers.length === 0) return before.map(({ issue }) => issue);
  const now = ports.now().toISOString();
  if (!ports.ledger.latest()) await ports.ledger.create();
  let started = before;
  await changeRepository(ports, "nightly", (saved) => {
    const night = saved.night ?? { started: [], strangers: [] };
    started = added(night.started, chosen, now);
    return { ...saved, night: { started, strangers: withStrangers(night.strangers, strangers, now) } };
  });
  return started.map(({ issue }) => issue);
}

function added(started: { issue: number; at: Instant }[], chosen: number[], at: Instant) {
  const others = started.filter(({ issue }) => !chosen.includes(issue));
  return [...others, ...chosen.map((issue) => ({ issue, at }))].slice(-50);
}

function withStrangers(known: { login: string; at: Instant }[], logins: string[], at: Instant) {
  const since = new Date(Date.parse(at) - dayMs).toISOString();
  const kept = known.filter((one) => one.at >= since && !logins.includes(one.login));
  return [...kept, ...logins.map((login) => ({ login, at }))].slice(-500);
}
