import { region } from "../codec/regions.ts";
import { brokenOnBase, criticalIn, type Health, type HealthResult } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Verdict } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { code } from "../text/foreign.ts";
import { leftOutText } from "./left-out.ts";
import { toolText } from "./tools.ts";
import { outcomeWords } from "./why.ts";

/** The part of the plan's pull request that says how the base is. */
export function healthPart({ health }: Pick<Track, "health">): string {
  return health ? region.format("health", healthLines(health).join("\n")) : "";
}

/** The same text with that part as it is now. */
export function replaceHealthPart(body: string, { health }: Pick<Track, "health">): string {
  return health ? region.replace(body, "health", healthLines(health).join("\n")) : body;
}

function healthLines({ outcome, result }: Health): string[] {
  if (outcome === undefined) return ["⏳ The repository's own commands are running on the base."];
  if (outcome !== "done" || !result) {
    return [
      `❌ The repository's own commands did not run on the base: ${outcomeWords[outcome]} (\`${outcome}\`).`,
    ];
  }
  const ran = result.checks.map(
    (check) =>
      `${healthIcon(check, result)} ${code(check.command)} ${check.ok ? "passes" : "fails"} on the base (${roundSeconds(check.seconds)})`,
  );
  const nothing = `➖ The base is not checked: ${noCommands}`;
  return [ran.join(" · ") || nothing, ...aboutBase(result.notes).map((text) => `\n> ${text}`)];
}

function roundSeconds(seconds: number): string {
  return seconds < 1 ? "under a second" : `${Math.round(seconds)} s`;
}

function aboutBase(notes: HealthResult["notes"]): string[] {
  return [...leftOutText(notes), ...toolText(notes)];
}

function healthIcon(check: CheckResult, result: HealthResult): string {
  if (check.ok) return "✅";
  return criticalIn(result).includes(check) ? "❌" : "⚠️";
}

/** Said wherever nothing was checked, or nobody looked: it must not read as if all was well. */
export function uncheckedLine(): string {
  return `➖ **Not checked:** ${noCommands}`;
}

export function unreviewedLine({ config }: Pick<Track, "config">): string {
  if (config.reviewers.length > 0) return "";
  return "➖ **Not reviewed:** no reviewer is configured (`reviewers` in `.github/gsd.yml`).";
}

const noCommands = "there are no commands to check it with (`commands` in `.github/gsd.yml`).";

/** One line for each command that checked a change; where there are none, that it is not checked. */
export function checkTable(
  track: Pick<Track, "health">,
  checks: readonly CheckResult[],
  word: Verdict["checks"] = "none",
): string {
  if (checks.length === 0 && word === "failed") return "❌ **Not checked:** the commands did not run on it.";
  if (checks.length === 0) return uncheckedLine();
  const known = brokenOnBase(track);
  const lines = checks.map((check) => {
    const old = !check.ok && known.includes(check.name);
    const icon = check.ok ? "✅" : old ? "⚠️" : "❌";
    return `${icon} ${code(check.command)} (${check.seconds.toFixed(1)} s)${old ? ": fails on the base too" : ""}`;
  });
  return lines.join("\n");
}
