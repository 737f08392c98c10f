import { GsdError } from "../core/gsd-error.ts";
import type { Config } from "../core/model/config.ts";
import {
  criticalIn,
  type HealthResult,
  isLasting,
  type KnownHealth,
  mostKnown,
} from "../core/model/health.ts";
import type { Sha } from "../core/model/ids.ts";
import { changeRepository, loadRepository, type SavedRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";

/** What was found of a commit by the same commands; what they are besides is said by the commit itself. */
export async function recallHealth(
  ports: Ports,
  config: Config,
  sha: Sha,
): Promise<HealthResult | undefined> {
  const { health } = await loadRepository(ports);
  const digest = digestOf(ports, config);
  return health.find((one) => one.result.sha === sha && one.digest === digest)?.result;
}

/** Keeps a result for the next track from that commit. What is broken, or missing, may be there the next time, so it is tried again. */
export async function rememberHealth(
  ports: Ports & { known?: SavedRepository },
  config: Config,
  result: HealthResult,
): Promise<void> {
  if (criticalIn(result).length > 0 || !isLasting(result)) return;
  const one = { digest: digestOf(ports, config), result };
  try {
    await changeRepository(ports, "health of a base", (state) => ({
      ...state,
      health: withKnown(state.health, one),
    }));
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    // The next track checks the same commit again: that costs time and nothing else.
    ports.log.warn("the health of the base was not remembered", { sha: result.sha, code: error.code });
  }
}

function withKnown(health: KnownHealth, one: KnownHealth[number]): KnownHealth {
  const others = health.filter(({ result }) => result.sha !== one.result.sha);
  return [...others, one].slice(-mostKnown);
}

function digestOf({ sha256 }: Ports, { setup, commands, sandbox }: Config): string {
  const { lint, typecheck, test, build } = commands;
  return sha256(JSON.stringify([setup.command, setup.hosts, lint, typecheck, test, build, sandbox]));
}
