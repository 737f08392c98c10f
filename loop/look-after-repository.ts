import { currentMilestone, type Milestone } from "../core/backlog/milestone.ts";
import { issuesOf } from "../core/backlog/roadmap.ts";
import { issueOfBranch } from "../core/codec/branches.ts";
import type { Gap } from "../core/model/gap.ts";
import { defaultConfig } from "../core/model/parse-config.ts";
import { isOpen, type Track } from "../core/model/track.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { SeenText } from "../core/ports/github/look.ts";
import { renderDashboard } from "../core/render/dashboard.ts";
import { freshDay } from "../core/select/reserve.ts";
import { type RoadmapReport, viewDashboard } from "../core/view/view-dashboard.ts";
import { datesToCount } from "../core/view/view-money.ts";
import type { DatedDay } from "../core/view/view-spending.ts";
import { forgetDashboard, showDashboard } from "./dashboard.ts";
import { loadDays } from "./ledger/days.ts";
import { loadNewestOver, loadOpenTracks } from "./ledger/load-tracks.ts";
import { issuesIn } from "./ledger/tracks.ts";
import type { Evening } from "./nightly/evening.ts";
import { type Nightfall, runNightly } from "./nightly/run-nightly.ts";
import type { Ports } from "./ports.ts";
import { followRoadmap } from "./roadmap.ts";
import { recentDates } from "./settle-spending.ts";
import type { Survey } from "./survey.ts";

/** What its caller knows already. */
export interface Occasion {
  isDone(issue: number): Promise<boolean>;
  /** The dashboard, as it was seen. */
  seen?: SeenText | undefined;
  /** Boxes of it that were ticked and worked off. */
  heard: ReadonlySet<string>;
  /** Somebody wants the nightly run now, whatever the hour. */
  tonight: boolean;
}

/** What belongs to no track: the roadmap, the backlog, and the issue that tells of them. Asks nothing where none of them is wanted. */
export async function lookAfterRepository(ports: Ports, survey: Survey, occasion: Occasion): Promise<void> {
  const { config, nightly, roadmap, dashboard } = wishesOf(survey);
  if (!dashboard) await tried(ports, "the dashboard", () => forgetDashboard(ports, survey.state));
  if (!nightly && !roadmap && !dashboard) return;
  const milestones =
    nightly?.milestone || roadmap ? await tried(ports, "milestones", () => ports.github.milestones()) : [];
  const report =
    roadmap && milestones
      ? await tried(ports, "the roadmap", () => follow(ports, survey, milestones))
      : undefined;
  const scene = await tried(ports, "the ledger", () => readScene(ports, dashboard));
  if (!scene) return;
  const night = nightly
    ? await tried(ports, "the backlog", async () => {
        const milestone = nightly.milestone ? milestoneOf(milestones ?? [], report) : undefined;
        const phase = await readPhase(ports, survey.defaultBranch, { milestone, report });
        const { state } = survey;
        const { isDone } = occasion;
        const hours = occasion.tonight ? withoutUndefined({ ...nightly, window: undefined }) : nightly;
        return runNightly(ports, { ...scene, config, nightly: hours, state, milestone, phase, isDone });
      })
    : undefined;
  if (dashboard)
    await tried(ports, "the dashboard", () => show(ports, survey, { ...occasion, ...scene, night, report }));
}

/** While the configuration cannot be read, nothing of it is done; a dashboard that is there says so. */
function wishesOf({ config: reading, state }: Survey) {
  const config = reading.ok ? reading.config : defaultConfig();
  if (!reading.ok)
    return { config, nightly: undefined, roadmap: false, dashboard: state.dashboard !== undefined };
  const { nightly, roadmap, dashboard = nightly !== undefined || roadmap } = config;
  return { config, nightly, roadmap, dashboard };
}

function follow(
  ports: Ports,
  { roadmap: file, defaultBranch, state }: Survey,
  milestones: Milestone[],
): Promise<RoadmapReport> {
  return followRoadmap(ports, { file, defaultBranch, state, milestones });
}

function milestoneOf(milestones: Milestone[], report: RoadmapReport | undefined): Milestone | undefined {
  const titles = report?.roadmap?.phases.map(({ title }) => title);
  return currentMilestone(report?.milestones ?? milestones, titles);
}

interface Current {
  milestone: Milestone | undefined;
  report: RoadmapReport | undefined;
}

/**
 * The phase of the current milestone, and who brought it to the default branch, by GitHub's own word: the milestone itself was gsd's to
 * fill. The first push after the file's last commit is the one that brought it.
 */
async function readPhase(
  { github }: Ports,
  branch: string,
  { milestone, report }: Current,
): Promise<Evening["phase"]> {
  const isNamed = ({ title }: { title: string }) => title.toLowerCase() === milestone?.title.toLowerCase();
  const phase = report?.roadmap?.phases.find(isNamed);
  const issues = phase ? issuesOf(phase) : [];
  if (!report || issues.length === 0) return undefined;
  const pushes = (await github.pushes(branch)).filter(({ by }) => !by.bot);
  // Times of commits have whole seconds.
  const brought = pushes.findLast(({ at }) => at.slice(0, 19) >= report.changedAt.slice(0, 19)) ?? pushes[0];
  return brought && { issues, by: brought.by, at: brought.at };
}

interface Scene {
  tracks: Track[];
  /** The newest tracks that are over. */
  over: Track[];
  day: typeof freshDay;
  /** Today and the days before it that count for the week or the month. */
  days: DatedDay[];
}

/** The tracks and the money as the tick left them; what only the dashboard tells is read for it alone. */
async function readScene(ports: Ports, dashboard: boolean): Promise<Scene> {
  const dates = dashboard ? datesToCount(ports.now().toISOString()) : [recentDates(ports)[0]];
  if (!ports.ledger.latest()) return { tracks: [], over: [], day: freshDay, days: [] };
  // Asked for at once, so that it is few requests.
  const [saved, days, over] = await Promise.all([
    issuesIn(ports.ledger, "tracks").then((issues) => loadOpenTracks(ports, issues)),
    loadDays(ports.ledger, dates),
    dashboard ? loadNewestOver(ports) : [],
  ]);
  const tracks = saved.map(({ track }) => track).filter(isOpen);
  return { tracks, over, day: days[0]?.day ?? freshDay, days };
}

interface Findings extends Scene, Occasion {
  night: Nightfall | undefined;
  report: RoadmapReport | undefined;
}

async function show(ports: Ports, survey: Survey, findings: Findings): Promise<void> {
  const { seen, heard, night, report, tracks, over, days, isDone } = findings;
  const { state, config, defaultHead } = survey;
  const view = viewDashboard({
    now: ports.now().toISOString(),
    config: config.ok ? config.config : undefined,
    problems: config.ok ? [] : config.problems,
    tracks: withNewest(tracks, night?.tracks ?? []),
    over,
    days,
    night,
    roadmap: report,
    asks: state.board?.asks ?? [],
    gaps: uniqueGaps(tracks),
    branches: await findLeftBranches(survey, over, isDone),
    defaultHead,
  });
  await showDashboard(ports, state, { body: renderDashboard(view), seen, heard });
}

/** What the tracks know to be missing in the repository, each once. */
function uniqueGaps(tracks: readonly Track[]): Gap[] {
  return [
    ...new Map(tracks.flatMap(({ gaps = [] }) => gaps.map((gap) => [JSON.stringify(gap), gap]))).values(),
  ];
}

function withNewest(tracks: Track[], started: readonly Track[]): Track[] {
  const issues = new Set(started.map(({ issue }) => issue));
  return [...tracks.filter(({ issue }) => !issues.has(issue)), ...started];
}

/** Branches of tracks that were merged, or of which the ledger knows nothing. Of those that ended otherwise, they stay: people may go on. */
async function findLeftBranches(
  { traces, issues }: Survey,
  over: readonly Track[],
  isDone: Occasion["isDone"],
): Promise<string[]> {
  const left: string[] = [];
  for (const name of traces.names) {
    const issue = issueOfBranch(name);
    if (issue === undefined || issues.includes(issue)) continue;
    const known = over.find((track) => track.issue === issue);
    if (known ? known.phase === "merged" : !(await isDone(issue))) left.push(name);
  }
  return left;
}

/** One of these that fails is logged and holds up no other: the next tick tries again. */
async function tried<T>(ports: Ports, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ports.log.warn(`${what} could not be looked after`, {
      why: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
}
