import { closest } from "../text/closest.ts";
import { checkSettings } from "./config/check-settings.ts";
import { checkPermissions } from "./config/permissions.ts";
import { wholeSetup } from "./config/setup.ts";
import { checkSharing } from "./config/sharing.ts";
import { type Config, configSchema } from "./config.ts";
import { mergeSettings, type Written } from "./merge-settings.ts";
import { isUnknownExemption, protectedNames } from "./protected-names.ts";
import { readYaml } from "./read-yaml.ts";
import { createValidator, type Locate, type Problem } from "./validate.ts";

export type ConfigReading = { ok: true; config: Config } | { ok: false; problems: Problem[] };

/** The file that counts for all repositories of an owner. */
export interface SharedText {
  /** As people are told of it: `acme/.github/gsd.yml`. */
  name: string;
  /** Undefined where there is none that can be read. */
  text: string | undefined;
}

const validateConfig = createValidator<Config>(configSchema);

/** Reads `.github/gsd.yml`, and what its owner says for all repositories; a missing or empty file is all defaults. */
export function parseConfig(text: string | undefined, shared?: SharedText): ConfigReading {
  const reading = readBoth(text, shared);
  return reading.ok ? { ok: true, config: reading.config } : reading;
}

/** A file that is right by itself. */
export interface ReadSettings {
  config: Config;
  /** Only what stands there. */
  written: Written;
  locate: Locate;
}

type Reading<T> = (T & { ok: true }) | { ok: false; problems: Problem[] };

/** Both files, and what they say together; `common` is absent where nothing was shared. */
interface BothSettings {
  config: Config;
  own: ReadSettings;
  common?: ReadSettings;
}

/** Reads both files, each with its own lines. */
export function readBoth(text: string | undefined, shared?: SharedText): Reading<BothSettings> {
  const own = readOne(text);
  if (!own.ok) return own;
  const alone: Reading<BothSettings> = { ok: true, config: own.config, own };
  const { organization } = own.config;
  if (!shared || organization === false) return alone;
  if (shared.text === undefined)
    return organization === true ? { ok: false, problems: [lacks(shared, own)] } : alone;
  const common = readOne(shared.text);
  const problems = common.ok ? checkSharing(common.written, common.locate) : common.problems;
  if (!common.ok || problems.length > 0)
    return { ok: false, problems: problems.map((problem) => ({ ...problem, file: shared.name })) };
  // Each is right by itself, and sections are flat: so is what they say together.
  const merged = validateConfig(mergeSettings(common.written, own.written));
  return merged.ok ? { ok: true, config: merged.value, own, common } : merged;
}

/** Reads one file by itself. */
function readOne(text: string | undefined): Reading<ReadSettings> {
  const reading = readYaml(text ?? "", { maxBytes: 65_536 });
  if (!reading.ok) return reading;
  const { file, isShort } = wholeSetup(reading.value ?? {});
  // What stands right behind `setup:` is found there.
  const locate: Locate = (segments) =>
    reading.locate(isShort && segments[0] === "setup" ? ["setup", ...segments.slice(2)] : segments);
  const checked = validateConfig(file, locate);
  if (!checked.ok) return checked;
  const problems = [
    ...checkExemptions(checked.value, reading.locate),
    ...checkWindow(checked.value, reading.locate),
    ...checkPermissions(checked.value.permissions, reading.locate),
    ...checkSettings(checked.value, reading.locate),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config: checked.value, written: file as Written, locate };
}

function lacks({ name }: SharedText, { locate }: ReadSettings): Problem {
  const message = `is true, but ${name} cannot be read: it is missing, or its repository is private; make it readable for this repository, or take this line out`;
  return { path: "organization", message, ...locate(["organization"]) };
}

/** A name that is mistyped would leave protected what somebody means to be free. */
function checkExemptions({ protected_paths: paths }: Config, locate: Locate): Problem[] {
  return paths.flatMap((path, at) => {
    if (!isUnknownExemption(path)) return [];
    const near = closest(path.slice(1), protectedNames);
    const message = `takes out ${JSON.stringify(path.slice(1))}, which is not a name that is always protected; ${near ? `did you mean "!${near}"?` : "see docs/configuration.md for them"}`;
    return [{ path: `protected_paths[${at}]`, message, ...locate(["protected_paths", at]) }];
  });
}

/** From an hour to the same hour is all day or never: nobody could tell which was meant. */
function checkWindow({ nightly }: Config, locate: Locate): Problem[] {
  const [from, to] = (nightly?.window ?? "0-1").split("-").map(Number);
  if (from === undefined || to === undefined || from % 24 !== to % 24) return [];
  const message = `begins and ends at the same hour; write other hours such as "22-06", or leave \`window\` out for any hour`;
  return [{ path: "nightly.window", message, ...locate(["nightly", "window"]) }];
}

/** A configuration of which nothing is written. */
export function defaultConfig(): Config {
  const reading = parseConfig(undefined);
  if (reading.ok) return reading.config;
  throw new Error("The defaults of the configuration do not fit its own schema.");
}
