import { sharedConfig } from "../core/codec/paths.ts";
import { type ConfigReading, parseConfig, type SharedText } from "../core/model/parse-config.ts";
import type { FileAtRef } from "../core/ports/github/git.ts";
import type { Ports } from "./ports.ts";

/** What one look found of the configuration: the repository's file, and the one that its owner has for all. */
interface ConfigFiles {
  own: FileAtRef | undefined;
  shared: FileAtRef | undefined;
}

/** The configuration as it was found; a missing file is all defaults. */
export async function readConfig(
  { parse, github }: Pick<Ports, "parse" | "github">,
  { own, shared }: ConfigFiles,
): Promise<ConfigReading> {
  const name = sharedConfig.name(github.owner);
  if (own?.odd !== undefined) return refusal({ message: own.odd });
  if (shared?.odd !== undefined) return refusal({ message: shared.odd, file: name });
  const common: SharedText = { name, text: shared?.text };
  if (!own && !shared) return parseConfig(undefined, common);
  const reading = await parse("config", own?.text, common);
  return reading.ok ? reading.value : refusal({ message: reading.message });
}

/** What the repository itself says, for what nobody else may: `ci`, and so who gets a token. */
export async function readOwnConfig(
  { parse }: Pick<Ports, "parse">,
  own: FileAtRef | undefined,
): Promise<ConfigReading> {
  if (own === undefined) return parseConfig(undefined);
  if (own.odd !== undefined) return refusal({ message: own.odd });
  const reading = await parse("config", own.text);
  return reading.ok ? reading.value : refusal({ message: reading.message });
}

function refusal(problem: { message: string; file?: string }): ConfigReading {
  return { ok: false, problems: [{ path: "", ...problem }] };
}
