import { formatRoadmap, parseRoadmap, roadmapLine } from "../../core/backlog/roadmap.ts";
import { type FormName, issueForms, readIssueForm } from "../../core/context/read-issue-form.ts";
import type { Chance } from "../builders/random.ts";
import { aRandomDocument } from "../builders/random-markdown.ts";
import { aRandomText } from "../builders/random-text.ts";

/** A roadmap with odd texts in its lines, and lines that are none of its own. */
export function aRoadmapText(chance: Chance): string {
  const phases = Array.from({ length: 1 + chance.number(4) }, (_, at) => [
    roadmapLine.title(aRandomText(chance) || `Phase ${at}`),
    ...(chance.oneIn(3) ? [`Due: ${chance.pick(["2026-12-01", "2026-02-30", "soon", ""])}`] : []),
    ...Array.from({ length: chance.number(4) }, () => roadmapRow(chance)),
  ]);
  const parts = [chance.oneIn(2) ? "# Roadmap" : aRandomText(chance), ...phases.flat()];
  if (chance.oneIn(4)) parts.push(aRandomDocument(chance, 4));
  return parts.join(chance.pick(["\n", "\n\n", "\r\n"]));
}

function roadmapRow(chance: Chance): string {
  const number = chance.pick([1, 12, 0, -3, 99_999_999_999]);
  return chance.pick([
    `- #${number} ${aRandomText(chance)}`,
    `* #${number}`,
    `- ${aRandomText(chance)}`,
    "```",
  ]);
}

/** What was read is written as it was; undefined where it is no roadmap. */
export function readRoadmapText(text: string): { problem?: string } | undefined {
  const reading = parseRoadmap(text);
  if (!reading.ok) return undefined;
  const once = formatRoadmap(reading.roadmap);
  const again = parseRoadmap(once);
  const isStable = again.ok && formatRoadmap(again.roadmap) === once;
  return isStable ? {} : { problem: `is unstable for ${JSON.stringify(text).slice(0, 400)}` };
}

/** An issue as GitHub writes it from a form, with odd texts in its fields; sometimes out of order or with one missing. */
export function aFormText(chance: Chance): string {
  const form = chance.pick(Object.keys(issueForms) as FormName[]);
  const fields = issueForms[form].map((label) => {
    const value = chance.pick([aRandomText(chance), aRandomDocument(chance, 3), "_No response_", ""]);
    return `### ${label}\n\n${value}\n`;
  });
  if (chance.oneIn(4)) fields.reverse();
  if (chance.oneIn(4)) fields.pop();
  return `${chance.oneIn(5) ? aRandomText(chance) : ""}${fields.join("\n")}`;
}

/** A form that was read has no label twice and no empty field, and reads the same when it is written again. */
export function readFormText(text: string): { problem?: string } | undefined {
  const form = readIssueForm(text);
  if (!form) return undefined;
  const labels: readonly string[] = issueForms[form.form];
  const written = labels.map((label) => {
    const value = form.fields.find((field) => field.label === label)?.value ?? "_No response_";
    return `### ${label}\n\n${value}\n`;
  });
  const again = readIssueForm(written.join("\n"));
  const isStable = JSON.stringify(again) === JSON.stringify(form);
  return isStable ? {} : { problem: `is unstable for ${JSON.stringify(text).slice(0, 400)}` };
}
