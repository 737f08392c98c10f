import type { SettingOrigin, SettingOrigins } from "../install/setting-origins.ts";
import { code } from "../text/foreign.ts";

/** Where a setting is written: `.github/gsd.yml:3`. */
export function placeWords({ file, line }: { file?: string; line?: number }): string {
  if (file === undefined) return "default";
  return line === undefined ? file : `${file}:${line}`;
}

/** A value as one would write it on one line. */
export function valueWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The settings that somebody wrote. */
export function writtenOnes({ settings }: SettingOrigins): SettingOrigin[] {
  return settings.filter(({ from }) => from !== "default");
}

/** Which settings nobody wrote, as one sentence. */
export function defaultWords({ settings }: SettingOrigins): string {
  const names = settings.filter(({ from }) => from === "default").map(({ path }) => path);
  return names.length === 0 ? "" : `At their defaults: ${names.join(", ")}.`;
}

/** What an organisation wrote that does not count here, and why. */
export function unusedWords({ unused }: SettingOrigins): string {
  const [first] = unused;
  if (!first) return "";
  const names = unused.map(({ path, line }) => (line === undefined ? path : `${path} (line ${line})`));
  return `Not used from ${first.file}: ${names.join(", ")}. This repository says it itself, or has an engine of its own.`;
}

/** The settings for the summary of a run, folded away. */
export function settingsSummary(origins: SettingOrigins): string {
  const rows = writtenOnes(origins).map(
    (one) =>
      `| ${code(one.path)} | ${code(valueWords(one.value).slice(0, 200))} | ${code(placeWords(one))} |`,
  );
  const table = ["| setting | value | written in |", "|---|---|---|", ...rows].join("\n");
  const rest = [unusedWords(origins), defaultWords(origins)].filter((text) => text !== "");
  return [
    "<details><summary>Settings, and where each is written</summary>",
    table,
    ...rest,
    "</details>",
  ].join("\n\n");
}
