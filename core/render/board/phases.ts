import { roadmapFile } from "../../codec/paths.ts";
import { cell, code, codeCell } from "../../text/foreign.ts";
import { type DashboardView, isPhaseDone, type PhaseRowView } from "../../view/view-dashboard.ts";
import { fitLines, plural, problemList } from "../phrases.ts";
import { troubleWords } from "../roadmap.ts";

/** The roadmap's phases and what is wrong with it. */
export function renderPhases({ phases, roadmap }: Pick<DashboardView, "phases" | "roadmap">): string {
  if (!roadmap) return "";
  const { problems, troubles, proposal } = roadmap;
  const row = (phase: PhaseRowView) =>
    `| ${cell(phase.title)}${phase.isCurrent ? " **(current)**" : ""} | ${phase.due ?? "–"} | ${phase.done} of ${phase.issues} | ${phaseNext(phase)} |`;
  const more = (count: number) => `| and ${plural(count, "more phase")} | | | |`;
  const table = [
    "| phase | due | issues done | |",
    "|---|---|---|---|",
    ...fitLines(phases, row, { maxBytes: 6_000, more }),
  ];
  return [
    "### Roadmap",
    phases.length > 0 ? table.join("\n") : "",
    phases.length === 0 && problems.length === 0
      ? `${code(roadmapFile)} has no phases yet: write \`## Name\` and below it \`- #12\` for each issue, or make a milestone.`
      : "",
    proposal === undefined
      ? ""
      : `**#${proposal} brings ${code(roadmapFile)} up to date** with the milestones. Merge it, or close it to keep the file as it is.`,
    problems.length > 0
      ? `**${code(roadmapFile)} has problems, so gsd follows neither the file nor the milestones.** Fix them on the default branch:\n\n${problemList([...problems])}`
      : "",
    troubles.length > 0
      ? troubles
          .slice(0, 30)
          .map((trouble) => `- ${troubleWords(trouble)}`)
          .join("\n")
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

function phaseNext(phase: PhaseRowView): string {
  if (phase.isCompleted) return "✅ completed";
  return isPhaseDone(phase) ? `done: comment ${codeCell(`/complete ${phase.title}`)} here` : "";
}
