import { closest } from "../text/closest.ts";
import { checkPermissions } from "./config/permissions.ts";
import { wholeSetup } from "./config/setup.ts";
import { type Config, configSchema } from "./config.ts";
import { isUnknownExemption, protectedNames } from "./protected-names.ts";
import { readYaml } from "./read-yaml.ts";
import { createValidator, type Locate, type Problem } from "./validate.ts";

export type ConfigReading = { ok: true; config: Config } | { ok: false; problems: Problem[] };

const validateConfig = createValidator<Config>(configSchema);

/** Reads `.github/gsd.yml`; a missing or empty file is all defaults. */
export function parseConfig(text: string | undefined): ConfigReading {
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
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: checked.value };
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
