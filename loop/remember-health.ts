import { GsdError } from "../core/gsd-error.ts";
import type { Config } from "../core/model/config.ts";
import { criticalIn, type HealthResult, mostKnown } from "../core/model/health.ts";
import type { Sha } from "../core/model/ids.ts";
import type { Ports } from "./ports.ts";

const mostTries = 8;

/** What was found of a commit by the same commands; what they are besides is said by the commit itself. */
export async function recallHealth(
  ports: Ports,
  config: Config,
  sha: Sha,
): Promise<HealthResult | undefined> {
  const saved = await ports.ledger.loadHealth();
  if (saved && !saved.book) ports.log.warn("health.json of the ledger is not valid; it will be written anew");
  const digest = digestOf(ports, config);
  return saved?.book?.known.find((one) => one.result.sha === sha && one.digest === digest)?.result;
}

/** Keeps a result for the next track from that commit. What is broken may be mended elsewhere, so it is tried again. */
export async function rememberHealth(ports: Ports, config: Config, result: HealthResult): Promise<void> {
  if (criticalIn(result).length > 0) return;
  try {
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const saved = await ports.ledger.loadHealth();
      const others = (saved?.book?.known ?? []).filter((one) => one.result.sha !== result.sha);
      const known = [...others, { digest: digestOf(ports, config), result }].slice(-mostKnown);
      if ((await ports.ledger.saveHealth({ version: 1, known }, saved?.version)) !== "conflict") return;
    }
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
  }
  // The next track checks the same commit again: that costs time and nothing else.
  ports.log.warn("how the base is could not be remembered", { sha: result.sha });
}

function digestOf({ sha256 }: Ports, { setup, commands, sandbox }: Config): string {
  const { lint, typecheck, test, build } = commands;
  return sha256(JSON.stringify([setup.command, setup.hosts, lint, typecheck, test, build, sandbox]));
}
