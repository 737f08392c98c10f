import { removePhase } from "../../core/backlog/edit-roadmap.ts";
import { formatRoadmap } from "../../core/backlog/roadmap.ts";
import { roadmapBranch } from "../../core/codec/branches.ts";
import { marker } from "../../core/codec/markers.ts";
import { planPath, roadmapFile } from "../../core/codec/paths.ts";
import { codeOf, GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Notice } from "../../core/model/notice.ts";
import type { Track } from "../../core/model/track.ts";
import { renderNotices } from "../../core/render/notice.ts";
import { phaseSummary, phaseSummaryTitle } from "../../core/render/phase-summary.ts";
import { slugOf } from "../../core/text/slug-of.ts";
import { commitOnDefault } from "../commit-on-default.ts";
import { loadTrack } from "../ledger/tracks.ts";
import type { Performer, Work } from "../perform.ts";
import type { Ports } from "../ports.ts";
import { readRoadmap } from "../roadmap.ts";
import { findSaid } from "./say.ts";

type CompletePhase = Extract<Effect, { type: "complete-phase" }>;

/** The pull request with a phase's summary, then its milestone, then the answer: each is found when it was done already. */
export const completePhase: Performer<CompletePhase> = {
  async probe({ ports, entry, effect }) {
    const comment = (await findSaid(ports, effect.thread, entry.key))?.id;
    return comment === undefined ? undefined : { type: "commented", comment };
  },
  async perform(work) {
    const { ports, entry, effect } = work;
    const notice = await complete(work);
    const body = `${renderNotices([notice], undefined)}\n\n${marker.format("say", entry.key)}`;
    const { id } = await ports.github.createComment(effect.thread, body);
    return { type: "commented", comment: id };
  },
};

/** What passes is tried again by whoever performs it; what does not is told. */
async function complete({ ports, effect }: Work<CompletePhase>): Promise<Notice> {
  const { title, milestone } = effect;
  try {
    const pull = (await findPull(ports, milestone)) ?? (await openPull(ports, effect));
    await ports.github.updateMilestone(milestone, { state: "closed" });
    return { type: "phase-completed", title, pull };
  } catch (error) {
    if (!(error instanceof GsdError) || error.code === "unavailable" || error.code === "rate-limited")
      throw error;
    return {
      type: "phase-not-completed",
      title,
      failure: { code: codeOf(error), text: error.message.slice(0, 4_000) },
    };
  }
}

async function findPull({ github }: Ports, milestone: number): Promise<number | undefined> {
  const pulls = await github.pullsOf(roadmapBranch.complete(milestone));
  return pulls.find(({ state }) => state === "open")?.number;
}

async function openPull(ports: Ports, effect: CompletePhase): Promise<number> {
  const { title, milestone } = effect;
  const { github } = ports;
  const { files, defaultBranch } = await github.look({ files: [{ path: roadmapFile, ref: "HEAD" }] });
  const reading = await readRoadmap(ports, files[0]);
  if (!reading.ok) throw new GsdError("invalid", `${roadmapFile} has problems; \`gsd validate\` names them.`);
  const phase = reading.roadmap.phases.find((one) => one.title.toLowerCase() === title.toLowerCase());
  const date = ports.now().toISOString().slice(0, 10);
  const summary = phaseSummary({ title, date, by: effect.by, phase, rows: await readRows(ports, milestone) });
  const changed = [{ path: planPath.phase(slugOf(title), date), text: summary }];
  if (phase)
    changed.push({ path: roadmapFile, text: formatRoadmap(removePhase(reading.roadmap, phase.title)) });
  const branch = roadmapBranch.complete(milestone);
  await commitOnDefault(ports, { branch, defaultBranch, message: phaseSummaryTitle(title), files: changed });
  const pull = await github.createPull({
    title: phaseSummaryTitle(title),
    body: summary,
    head: branch,
    base: defaultBranch,
    draft: false,
  });
  return pull.number;
}

/** The issues of a milestone with what became of each. */
async function readRows(ports: Ports, number: number) {
  const milestone = (await ports.github.milestones()).find((one) => one.number === number);
  if (!milestone) throw new GsdError("not-found", "The milestone was deleted in the meantime.");
  const rows = [];
  for (const issue of milestone.issues) {
    rows.push({ ...issue, track: await readableTrack(ports, issue.number) });
  }
  return rows;
}

/** What nobody can read says nothing in a summary; what cannot be had just now is asked for again. */
async function readableTrack({ ledger }: Ports, issue: number): Promise<Track | undefined> {
  try {
    return (await loadTrack(ledger, issue))?.track;
  } catch (error) {
    if (error instanceof GsdError && error.code === "ledger-invalid") return undefined;
    throw error;
  }
}
