import { type Config, configSchema } from "./config.ts";
import { readYaml } from "./read-yaml.ts";
import { createValidator, type Problem } from "./validate.ts";

export type ConfigReading = { ok: true; config: Config } | { ok: false; problems: Problem[] };

const validateConfig = createValidator<Config>(configSchema);

/** Reads `.github/gsd.yml`; a missing or empty file is all defaults. */
export function parseConfig(text: string | undefined): ConfigReading {
  const reading = readYaml(text ?? "", { maxBytes: 65_536 });
  if (!reading.ok) return reading;
  const checked = validateConfig(reading.value ?? {}, reading.locate);
  return checked.ok ? { ok: true, config: checked.value } : checked;
}
