import { type ConfigReading, parseConfig } from "../core/model/parse-config.ts";
import type { FileAtRef } from "../core/ports/github/git.ts";
import type { Ports } from "./ports.ts";

/** `.github/gsd.yml` as it was found; a missing file is all defaults. */
export async function readConfig(
  { parse }: Pick<Ports, "parse">,
  file: FileAtRef | undefined,
): Promise<ConfigReading> {
  if (file === undefined) return parseConfig(undefined);
  if (file.odd !== undefined) return refusal(file.odd);
  const reading = await parse("config", file.text);
  return reading.ok ? reading.value : refusal(reading.message);
}

function refusal(message: string): ConfigReading {
  return { ok: false, problems: [{ path: "", message }] };
}
