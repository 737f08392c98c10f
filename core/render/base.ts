import { trackBranch } from "../codec/branches.ts";
import { criticalIn, type HealthResult } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Why } from "../model/notice/parts.ts";
import { isQuick } from "../model/route.ts";
import type { Track } from "../model/track.ts";
import { code, codeBlock, inline } from "../text/foreign.ts";
import { leftOutText } from "./left-out.ts";
import { codeList, list, pick, short } from "./phrases.ts";
import { toolText } from "./tools.ts";
import { aftermath, asSentence, because } from "./why.ts";

/** What is said about the repository's own commands on the base, before any agent has changed anything. */

/** Something that tasks need is broken already. */
export function baseBroken(track: Track, result: HealthResult): string {
  const broken = criticalIn(result);
  const commands = codeList(broken.map(({ command }) => command));
  const settings = broken.map(({ name }) =>
    code(`${name === "setup" ? "setup.command" : `commands.${name}`}: false`),
  );
  return [
    `${commands} ${pick(broken.length, "fails", "fail")} on the base (\`${short(result.sha)}\`), before any agent has changed it, so no task starts. ${howToGoOn(track)} To do without ${pick(broken.length, "it", "them")}, set ${list(settings)} in \`.github/gsd.yml\`.`,
    ...guesses(broken),
    ...leftOutText(result.notes),
    ...toolText(result.notes),
    ...broken.slice(0, 1).map(output),
  ].join("\n\n");
}

/** A guess may be the only thing that is wrong. A setup's reason says so itself. */
function guesses(broken: readonly CheckResult[]): string[] {
  const guessed = broken.filter((check) => check.guessed && check.name !== "setup");
  if (guessed.length === 0) return [];
  const lines = guessed.map(({ name }) => code(`commands: { ${name}: … }`));
  return [
    `gsd guessed ${codeList(guessed.map(({ command }) => command))} from the repository's files. If you check in another way, write it into \`.github/gsd.yml\` as ${list(lines)} and comment \`/resume\`.`,
  ];
}

/** The first line of a setup's tail is why it failed, in our words. */
function output({ name, tail }: CheckResult): string {
  if (tail === "") return "It printed nothing.";
  if (name !== "setup") return codeBlock(tail);
  const [first = "", ...rest] = tail.split("\n");
  const printed = rest.join("\n").trim();
  return `${asSentence(inline(first))}${printed === "" ? "" : `\n\n${codeBlock(printed)}`}`;
}

/** Nobody knows how the base is. */
export function baseUnchecked(track: Track, why: Why): string {
  return `gsd could not run the repository's own commands on the base, so no task starts: ${because(why)} ${howToGoOn(track)}${aftermath(why)}`;
}

function howToGoOn(track: Track): string {
  if (isQuick(track))
    return `Fix it on ${code(track.defaultBranch)}, then comment \`/resume\`: gsd checks again, and starts once that passes.`;
  const where = track.pull ? `#${track.pull}` : "the plan's pull request";
  return `Fix it on ${code(track.defaultBranch)}, bring the fix into \`${trackBranch.format(track)}\` with GitHub's **Update branch** on ${where}, then comment \`/resume\`: gsd checks again, and tasks start once that passes.`;
}

/** What a person should do about the base, in one sentence. */
export function nextForBase(pull: number | undefined): string {
  if (pull === undefined) return "fix what fails on the default branch, then comment `/resume`.";
  const where = `#${pull}`;
  return `fix what fails on the base, bring the fix into the track with GitHub's **Update branch** on ${where}, then comment \`/resume\`.`;
}
