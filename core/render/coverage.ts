import { type Coverage, percentOf } from "../model/coverage.ts";
import { code } from "../text/foreign.ts";
import { folded } from "./notes.ts";
import { codeList, fitLines, plural } from "./phrases.ts";

/** What tests ran of a change, for whoever reviews it. Nothing where they do not write it down. */
export function coveragePart(coverage: Coverage | undefined): string {
  if (!coverage) return "";
  const { lines, covered, missed, unreported } = coverage;
  const first =
    lines === 0
      ? "**Coverage:** no line that this adds is one that tests could run, by their own report."
      : `**Coverage:** tests ran ${covered} of ${plural(lines, "added line")} (${percentOf(coverage)}%), by their own report.`;
  const silent = unreported.length > 0 ? ` It says nothing of ${codeList(unreported)}.` : "";
  if (missed.length === 0) return `${first}${silent}`;
  const line = ({ path, from, to }: Coverage["missed"][number]) =>
    `- ${code(from === to ? `${path}:${from}` : `${path}:${from}-${to}`)}`;
  const more = (count: number) => `- and ${count} more`;
  const list = fitLines(missed, line, { maxBytes: 4_000, more }).join("\n");
  return `${first}${silent}\n\n${folded(`${plural(missed.length, "place")} that no test ran`, list)}`;
}
