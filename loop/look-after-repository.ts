import { currentMilestone, type Milestone } from "../core/backlog/milestone.ts";
import { issuesOf } from "../core/backlog/roadmap.ts";
import type { Config } from "../core/model/config.ts";
import { isOpen, type Track } from "../core/model/track.ts";
import { renderDashboard } from "../core/render/dashboard.ts";
import { freshDay } from "../core/select/reserve.ts";
import { type RoadmapReport, viewDashboard } from "../core/view/view-dashboard.ts";
import { forgetDashboard, showDashboard } from "./dashboard.ts";
import { loadDays } from "./ledger/days.ts";
import { loadNewestOver, loadOpenTracks } from "./ledger/load-tracks.ts";
import { issuesIn } from "./ledger/tracks.ts";
import { type Evening, type Nightfall, runNightly } from "./nightly.ts";
import type { Ports } from "./ports.ts";
import { followRoadmap } from "./roadmap.ts";
import { recentDates } from "./settle-spending.ts";
import type { Survey } from "./survey.ts";

/** What belongs to no track: the roadmap, the backlog, and the issue that tells of them. Asks nothing where none of them is wanted. */
export async function lookAfterRepository(
  ports: Ports,
  survey: Survey,
  isDone: (issue: number) => Promise<boolean>,
): Promise<void> {
  if (!survey.config.ok) return;
  const { config } = survey.config;
  const { nightly, roadmap, dashboard = nightly !== undefined || roadmap } = config;
  if (!dashboard) await tried(ports, "the dashboard", () => forgetDashboard(ports, survey.state));
  if (!nightly && !roadmap && !dashboard) return;
  const milestones =
    nightly?.milestone || roadmap ? await tried(ports, "milestones", () => ports.github.milestones()) : [];
  const report =
    roadmap && milestones
      ? await tried(ports, "the roadmap", () => follow(ports, survey, milestones))
      : undefined;
  const scene = await tried(ports, "the ledger", () => readScene(ports));
  if (!scene) return;
  const night = nightly
    ? await tried(ports, "the backlog", async () => {
        const milestone = nightly.milestone ? milestoneOf(milestones ?? [], report) : undefined;
        const phase = await readPhase(ports, survey.defaultBranch, { milestone, report });
        return runNightly(ports, {
          ...scene,
          config,
          nightly,
          state: survey.state,
          milestone,
          phase,
          isDone,
        });
      })
    : undefined;
  if (dashboard)
    await tried(ports, "the dashboard", () => show(ports, survey, { config, ...scene, night, report }));
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
  day: typeof freshDay;
}

/** The tracks and the day's money as the tick left them. */
async function readScene(ports: Ports): Promise<Scene> {
  if (!ports.ledger.latest()) return { tracks: [], day: freshDay };
  const tracks = await loadOpenTracks(ports, await issuesIn(ports.ledger, "tracks"));
  const [today] = await loadDays(ports.ledger, [recentDates(ports)[0]]);
  return { tracks: tracks.map(({ track }) => track).filter(isOpen), day: today?.day ?? freshDay };
}

interface Findings extends Scene {
  config: Config;
  night: Nightfall | undefined;
  report: RoadmapReport | undefined;
}

async function show(
  ports: Ports,
  { state }: Survey,
  { config, tracks, day, night, report }: Findings,
): Promise<void> {
  const over = ports.ledger.latest() ? await loadNewestOver(ports) : [];
  const all = [...tracks, ...(night?.tracks ?? [])];
  const view = viewDashboard({ config, tracks: all, day, night, roadmap: report, over });
  await showDashboard(ports, state, renderDashboard(view));
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
