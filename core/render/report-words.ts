import { newestAnswer } from "../check/answers-of.ts";
import { jobKey } from "../codec/keys.ts";
import { marker } from "../codec/markers.ts";
import type { Scene } from "../model/publication.ts";
import type { Report } from "../model/report.ts";
import type { Track } from "../model/track.ts";
import { cutText } from "../text/cut-text.ts";
import { block, code, inline, title } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { mention } from "./phrases.ts";
import { provenance } from "./provenance.ts";

/** What a report is called: by its author, or else by its recipe. */
export function reportTitle({ manifest }: Pick<Scene<Track>, "manifest">): string {
  return title(newestAnswer(manifest, "report")?.title ?? "") || `Report: ${title(manifest.recipe)}`;
}

/** A report as a comment: its words, where they come from, and how to go on. */
export function reportComment(scene: Scene<Track>): string {
  const { track, manifest, job } = scene;
  const report = newestAnswer(manifest, "report");
  const next =
    track.phase === "asking"
      ? `Comment \`/plan\` on #${track.issue} to turn this into a plan, or ask more: \`/run\` lists what you can ask for.`
      : "To ask more, comment `/run`: it lists what you can ask for.";
  return [
    `### ${inline(reportTitle(scene))}`,
    askedFor(scene),
    block(cutText(report?.report ?? "", 45_000)),
    `**Next:** ${next}`,
    provenance(manifest),
    marker.format("report", jobKey.format(job)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The pull request of a report that becomes a file. */
export function reportBody(scene: Scene<Track>): string {
  const { track, manifest, job } = scene;
  const report = reportOf(scene);
  const question = report?.text ? quoted(report.text) : "";
  return [
    `A report for #${track.issue}. ${askedFor(scene)}`.trimEnd(),
    question,
    "**Next:** read it in the files of this pull request. Merge it to keep it, or close it.",
    ciLine(scene.ci),
    provenance(manifest),
    marker.format("report", jobKey.format(job)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function askedFor(scene: Scene<Track>): string {
  const report = reportOf(scene);
  return report ? `${mention(report.by)} asked for it with ${code(report.recipe)}.` : "";
}

function quoted(text: string): string {
  return `> ${block(cutText(text, 2_000)).replaceAll("\n", "\n> ")}`;
}

/** The report that is being published: its job is counted by its number. */
function reportOf({ track, job }: Scene<Track>): Report | undefined {
  return track.reports.find(({ number }) => number === job.attempt);
}
