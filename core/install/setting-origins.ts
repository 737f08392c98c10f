import { configFile } from "../codec/paths.ts";
import { type Config, configSchema } from "../model/config.ts";
import { isSection, mergeSettings, type Written } from "../model/merge-settings.ts";
import { type ReadSettings, readBoth, type SharedText } from "../model/parse-config.ts";

/** Where a setting's value comes from. */
type Origin = "default" | "repository" | "organization";

/** A setting with its place. */
interface WrittenSetting {
  /** `limits.fixes`. */
  path: string;
  value: unknown;
  file: string;
  line?: number;
}

/** One setting as it counts; a default is written nowhere. */
export interface SettingOrigin extends Omit<WrittenSetting, "file"> {
  from: Origin;
  file?: string;
}

/** All settings with their origins, and what the organisation wrote that does not count here. */
export interface SettingOrigins {
  settings: SettingOrigin[];
  unused: WrittenSetting[];
}

/** Where each value comes from; undefined for files that cannot be used. */
export function settingOrigins(text: string | undefined, shared?: SharedText): SettingOrigins | undefined {
  const reading = readBoth(text, shared);
  if (!reading.ok) return undefined;
  const { config, own, common } = reading;
  const written = mergeSettings(common?.written ?? {}, own.written);
  const ordered = Object.keys(configSchema.properties).map((name) => [name, config[name as keyof Config]]);
  const settings = leavesOf(Object.fromEntries(ordered)).map(([path, value]): SettingOrigin => {
    if (!has(written, path)) return { path: path.join("."), value, from: "default" };
    if (has(own.written, path)) return { ...placeOf(own, path, configFile), from: "repository" };
    return { ...placeOf(common ?? own, path, shared?.name ?? ""), from: "organization" };
  });
  const used = new Set(settings.filter(({ from }) => from === "organization").map(({ path }) => path));
  const unused = leavesOf(common?.written ?? {})
    .map(([path]) => placeOf(common ?? own, path, shared?.name ?? ""))
    .filter(({ path }) => !used.has(path));
  return { settings, unused };
}

type Path = readonly string[];

/** Settings, those of a section one by one. */
function leavesOf(settings: Written): [Path, unknown][] {
  return Object.entries(settings).flatMap(([name, value]): [Path, unknown][] => {
    if (value === undefined) return [];
    if (!isSection(name, value) || Object.keys(value).length === 0) return [[[name], value]];
    return Object.entries(value).map(([key, part]) => [[name, key], part]);
  });
}

function has(settings: Written, [name = "", key]: Path): boolean {
  if (!Object.hasOwn(settings, name)) return false;
  const value = settings[name];
  return key === undefined || (isSection(name, value) && Object.hasOwn(value, key));
}

function placeOf({ written, locate }: ReadSettings, path: Path, file: string): WrittenSetting {
  const [name = "", key] = path;
  const top = written[name];
  const value = key !== undefined && isSection(name, top) ? top[key] : top;
  const line = locate(path)?.line;
  const place = { path: path.join("."), value, file };
  return line === undefined ? place : { ...place, line };
}
