import { trackBranch } from "../codec/branches.ts";
import { criticalIn, type HealthResult } from "../model/health.ts";
import type { Why } from "../model/notice.ts";
import type { Track } from "../model/track.ts";
import { renderNote } from "./notes.ts";
import { codeBlock, codeList, inline, list, pick, short } from "./phrases.ts";
import { aftermath, because } from "./why.ts";

/** What is said about the repository's own commands on the base, before any agent has changed anything. */

/** Something that tasks need is broken already. */
export function baseBroken(track: Track, result: HealthResult): string {
  const broken = criticalIn(result);
  const commands = codeList(broken.map(({ command }) => command));
  const settings = broken.map(
    ({ name }) => `\`${name === "setup" ? "setup.command" : `commands.${name}`}: false\``,
  );
  return [
    `${commands} ${pick(broken.length, "fails", "fail")} on the base (\`${short(result.sha)}\`), before any agent has changed it, so no task starts. ${howToGoOn(track)} To do without ${pick(broken.length, "it", "them")}, set ${list(settings)} in \`.github/gsd.yml\`.`,
    ...result.notes.map(renderNote),
    ...broken.slice(0, 1).map(({ tail }) => (tail === "" ? "It printed nothing." : codeBlock(tail))),
  ].join("\n\n");
}

/** Nobody knows how the base is. */
export function baseUnchecked(track: Track, why: Why): string {
  return `gsd could not run the repository's own commands on the base, so no task starts: ${because(why)} ${howToGoOn(track)}${aftermath(why)}`;
}

function howToGoOn(track: Track): string {
  const where = track.pull ? `#${track.pull}` : "the plan's pull request";
  return `Fix it on \`${inline(track.defaultBranch)}\`, bring the fix into \`${trackBranch.format(track)}\` with GitHub's **Update branch** on ${where}, then comment \`/resume\`: gsd checks again, and tasks start once that passes.`;
}

/** What a person should do about the base, in one sentence. */
export function nextForBase(pull: number | undefined): string {
  const where = pull ? `#${pull}` : "the plan's pull request";
  return `fix what fails on the base, bring the fix into the track with GitHub's **Update branch** on ${where}, then comment \`/resume\`.`;
}
