import { roadmapFile } from "../core/codec/paths.ts";
import type { RoadmapFact } from "../core/model/facts.ts";
import { loadRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";
import { readRoadmap } from "./roadmap.ts";

/** The phases of the roadmap with their milestones, for whoever completes one. */
export async function readPhases(ports: Ports): Promise<RoadmapFact> {
  const { dashboard } = await loadRepository(ports);
  if (dashboard === undefined) return { dashboard, phases: [] };
  const { files } = await ports.github.look({ files: [{ path: roadmapFile, ref: "HEAD" }] });
  const reading = await readRoadmap(ports, files[0]);
  const milestones = await ports.github.milestones();
  const titles = reading.ok ? reading.roadmap.phases.map(({ title }) => title.toLowerCase()) : [];
  const named = milestones.filter(({ title }) => titles.includes(title.toLowerCase()));
  const phases = named.map(({ title, number, open, issues, unread }) => ({
    title,
    milestone: number,
    open,
    left: issues.filter((issue) => issue.open).map((issue) => issue.number),
    issues: issues.length,
    unread,
  }));
  return { dashboard, phases };
}
