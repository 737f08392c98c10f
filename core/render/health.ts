import { trackBranch } from "../codec/branches.ts";
import { brokenOnBase, criticalIn, type Health, type HealthResult, isWell } from "../model/health.ts";
import type { Outcome } from "../model/job.ts";
import type { CheckResult } from "../model/manifest.ts";
import { isOpen, type Track } from "../model/track.ts";
import { describe, output } from "./says.ts";
import { code, codeBlock, codeList, inline, list, short } from "./words.ts";

/** What is said about the repository's own commands on the base, before any agent has changed anything. */

/** A comment: something that tasks need is broken already. */
export function baseBroken(track: Track, result: HealthResult): string {
  const broken = criticalIn(result);
  const fails = `${codeList(broken.map(({ command }) => command))} ${broken.length === 1 ? "fails" : "fail"}`;
  const settings = broken.map(
    ({ name }) => `\`${name === "setup" ? "setup.command" : `commands.${name}`}: false\``,
  );
  return [
    `${fails} on the base (\`${short(result.sha)}\`), before any agent has changed it, so no task starts. ${howToGoOn(track)} If ${broken.length === 1 ? "it is" : "they are"} not to be run at all, set ${list(settings)} in \`.github/gsd.yml\` instead.`,
    ...result.notes.map(inline),
    ...broken.slice(0, 1).map(({ tail }) => (tail === "" ? "It printed nothing." : codeBlock(tail))),
  ].join("\n\n");
}

/** A comment: nobody knows how the base is. */
export function baseUnchecked(track: Track, why: { outcome: Outcome; reason?: string }): string {
  return `The repository's own commands could not be run on the base: ${describe(why)}. No task starts before that. ${howToGoOn(track)}${output(why)}`;
}

function howToGoOn(track: Track): string {
  const button = track.pull
    ? `**Update branch** on #${track.pull}`
    : "**Update branch** on the plan's pull request";
  return `Mend it on \`${track.defaultBranch}\`, bring that into \`${trackBranch.format(track)}\` with GitHub's ${button}, then comment \`/resume\`: it is run again there, and tasks start when it passes.`;
}

/** What fails on the base and stops nobody. */
export function baseWarnings(track: Track): string[] {
  const { health } = track;
  if (!health?.result || !isWell(track) || !isOpen(track)) return [];
  return health.result.checks
    .filter(({ ok }) => !ok)
    .map(({ command }) => `${code(command)} fails on the base already, so no change is judged by it.`);
}

const start = "<!-- gsd:health start -->";
const end = "<!-- gsd:health end -->";

/** The part of the plan's pull request that says how the base is. */
export function healthPart(track: Track): string {
  return track.health ? `${start}\n${healthLines(track.health).join("\n")}\n${end}` : "";
}

/** The same text with that part as it is now; a text that people took it out of stays as it is. */
export function replaceHealthPart(body: string, track: Track): string {
  const from = body.indexOf(start);
  const to = body.indexOf(end, from);
  if (from < 0 || to < 0) return body;
  return body.slice(0, from) + healthPart(track) + body.slice(to + end.length);
}

function healthLines({ outcome, result }: Health): string[] {
  if (outcome === undefined) return ["⏳ The repository's own commands are being run on the base."];
  if (outcome !== "done" || !result)
    return [`❌ The repository's own commands could not be run on the base: \`${outcome}\`.`];
  const ran = result.checks.map(
    (check) =>
      `${healthIcon(check, result)} ${code(check.command)} ${check.ok ? "passes" : "fails"} on the base (${Math.round(check.seconds)} s)`,
  );
  const nothing = "There are no commands to check the base with (`commands` in `.github/gsd.yml`).";
  return [ran.join(" · ") || nothing, ...result.notes.map((note) => `\n> ${inline(note)}`)];
}

function healthIcon(check: CheckResult, result: HealthResult): string {
  if (check.ok) return "✅";
  return criticalIn(result).includes(check) ? "❌" : "⚠️";
}

/** One line for each command that checked a change. */
export function checkLines(track: Track, checks: CheckResult[]): string[] {
  const known = brokenOnBase(track);
  return checks.map((check) => {
    const old = !check.ok && known.includes(check.name);
    const icon = check.ok ? "✅" : old ? "⚠️" : "❌";
    return `${icon} ${code(check.command)} (${check.seconds.toFixed(1)} s)${old ? ": fails on the base too" : ""}`;
  });
}

/** What a person should do about the base, in one sentence. */
export function nextForBase(track: Track): string {
  return `mend what fails on the base, bring it into the track with GitHub's **Update branch** on #${track.pull}, then comment \`/resume\`.`;
}

/** The reply to an approval that comes before the base is well. */
export function approvedWhileUnwell(track: Track): string {
  return track.health?.trouble
    ? `Approved. No task starts before the base is mended: ${nextForBase(track)}`
    : "Approved. The repository's own commands are still being run on the base; tasks start when they pass.";
}
