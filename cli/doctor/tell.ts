import type { Checkup } from "../../core/install/checkup.ts";
import type { DoctorResult } from "../../core/install/diagnose.ts";
import {
  type Diagnosis,
  type Remedy,
  remedyOf,
  type Weight,
  weightOf,
  weightOrder,
} from "../../core/install/diagnosis.ts";
import type { SettingOrigins } from "../../core/install/setting-origins.ts";
import { describeFindings, unseenWords, weightWords } from "../../core/render/checkup-summary.ts";
import {
  type DiagnosisWords,
  namingOf,
  renderBlindSpot,
  renderDiagnosis,
  renderRemedy,
} from "../../core/render/diagnosis.ts";
import {
  defaultWords,
  placeWords,
  unusedWords,
  valueWords,
  writtenOnes,
} from "../../core/render/setting-words.ts";
import { formatLine, formatTable } from "../format-table.ts";
import { plainWords } from "../plain-words.ts";
import { printableLines } from "../printable.ts";
import { styleText } from "../style-text.ts";
import type { Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import type { RemedyOutcome } from "./fix.ts";

const colours = { stops: "red", hinders: "yellow", note: "cyan" } as const;

/** All findings, the gravest first: what, why it matters, and the fix. */
export function tellResult(
  { repository, origins }: Checkup,
  { diagnoses, blindSpots }: DoctorResult,
  terminal: Terminal,
): void {
  const { out, hasColours } = terminal;
  const paint = (weight: Weight, text: string) =>
    hasColours ? styleText(["bold", colours[weight]], text) : text;
  out(`gsd doctor: ${printableLines(repository.name)}, with ${repository.access} access\n`);
  for (const weight of weightOrder) {
    const some = diagnoses.filter((diagnosis) => weightOf(diagnosis) === weight);
    if (some.length === 0) continue;
    out(`\n${paint(weight, weightWords[weight])}\n`);
    for (const diagnosis of some) out(`${describe(diagnosis, repository, terminal)}\n`);
  }
  if (blindSpots.length > 0) {
    out(`\n${unseenWords}\n`);
    for (const spot of blindSpots) out(`  ${renderBlindSpot(spot)}\n`);
  }
  if (origins) tellOrigins(origins, terminal);
  out(`\n${describeFindings({ diagnoses })}\n`);
}

/** What is written, and where; the rest by name alone. */
function tellOrigins(origins: SettingOrigins, terminal: Terminal): void {
  const { out } = terminal;
  const written = writtenOnes(origins);
  const rows = written.map((one) => [one.path, valueWords(one.value), placeWords(one)]);
  const columns = [{ title: "setting" }, { title: "value", wraps: true as const }, { title: "written in" }];
  out("\nSettings\n");
  if (written.length > 0) out(formatTable(columns, rows, terminal));
  for (const words of [unusedWords(origins), defaultWords(origins)])
    if (words !== "") out(formatLine(words, terminal));
}

function describe(diagnosis: Diagnosis, place: Checkup["repository"], { columns }: Terminal): string {
  const { what, why, fix } = wordsFor(diagnosis, place);
  return [`- ${what}`, `  ${why}`, `  → ${fix}`]
    .map((line) => wrap(printableLines(line), { columns, indent: "    " }))
    .map((text) => `  ${text}`)
    .join("\n");
}

/** Without the escapes of Markdown. */
function wordsFor(diagnosis: Diagnosis, place: Checkup["repository"]): DiagnosisWords {
  const { what, why, fix } = renderDiagnosis(diagnosis, namingOf(place));
  return { what: plainWords(what), why: plainWords(why), fix: plainWords(fix) };
}

/** One document for machines. */
export function tellJson(
  { repository, origins }: Checkup,
  { diagnoses, blindSpots }: DoctorResult,
  { out }: Terminal,
): void {
  const findings = diagnoses.map((diagnosis) => ({
    ...diagnosis,
    weight: weightOf(diagnosis),
    ...wordsFor(diagnosis, repository),
    fixable: remedyOf(diagnosis) !== undefined,
  }));
  const document = {
    repository: repository.name,
    access: repository.access,
    findings,
    notChecked: blindSpots,
    settings: origins?.settings ?? [],
    unusedSettings: origins?.unused ?? [],
  };
  out(`${JSON.stringify(document, undefined, 2)}\n`);
}

/** What became of one fix; on the side, so that `--json` stays one document. */
export function tellRemedy(remedy: Remedy, outcome: RemedyOutcome, { error }: Terminal): void {
  const words = renderRemedy(remedy);
  const ends = {
    done: () => `done: ${words}`,
    push: () => `done: ${words}; commit and push it`,
    refused: (why: string) => `not done: ${words} (${why})`,
  };
  const line = outcome.state === "refused" ? ends.refused(outcome.why) : ends[outcome.state]();
  error(`${printableLines(line)}\n`);
}
