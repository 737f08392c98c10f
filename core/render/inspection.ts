import type { Inspection } from "../inspect/inspect-repository.ts";
import { type InspectedKind, inspectedKinds } from "../inspect/inspected-files.ts";
import type { Finding } from "../model/answers.ts";
import { cell, codeCell, logLine } from "../text/foreign.ts";
import { countFindings } from "./gate-statuses.ts";
import { plural } from "./phrases.ts";

const mostRows = 200;

/** What was looked at: "the configuration, 2 recipes and 1 backlog". */
export function describeCounts(counts: Inspection["counts"]): string {
  const names = inspectedKinds.filter((kind) => counts[kind] > 0).map((kind) => named(kind, counts[kind]));
  if (names.length === 0)
    return "nothing: there is no .github/gsd.yml, no .gsd/ and no specs/ here, so the defaults count";
  const last = names.pop();
  return names.length === 0 ? `${last}` : `${names.join(", ")} and ${last}`;
}

function named(kind: InspectedKind, count: number): string {
  return kind === "configuration" ? "the configuration" : plural(count, kind);
}

/** How it ended, in one sentence. */
export function describeVerdict({ problems }: Pick<Inspection, "problems">): string {
  const files = new Set(problems.map(({ file }) => file)).size;
  if (problems.length === 0) return "No problems found.";
  return `${plural(problems.length, "problem")} in ${plural(files, "file")}: fix ${problems.length === 1 ? "it" : "them"}, gsd would refuse ${files === 1 ? "this file" : "these files"}.`;
}

/** For the summary of a run, where annotations end after ten. */
export function summariseInspection({ counts, problems }: Inspection): string {
  const rows = problems.slice(0, mostRows).map(({ file, line, path, message }) => {
    const where = `${codeCell(file)}${line === undefined ? "" : `, line ${line}`}`;
    return `| ${where} | ${path === "" ? "" : `${codeCell(path)} `}${cell(message)} |`;
  });
  const table = ["| where | what |", "|---|---|", ...rows].join("\n");
  const more = problems.length > mostRows ? `and ${problems.length - mostRows} more` : "";
  return [
    "### gsd validate",
    describeVerdict({ problems }),
    problems.length > 0 ? table : "",
    more,
    `Checked ${describeCounts(counts)}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What rules find in a repository, a line each, as people know it from compilers. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ path, line, severity, message, suggestion, rule, more }) => {
    const words = [message, suggestion, more ? `${plural(more, "more place")}.` : ""].filter(Boolean);
    return logLine(`${path}${line ? `:${line}` : ""}: ${severity}: ${words.join(" ")} (${rule})`);
  });
  return `${[...lines, ...(lines.length > 0 ? [""] : []), countFindings(findings) || "No rule found anything"].join("\n")}.\n`;
}
