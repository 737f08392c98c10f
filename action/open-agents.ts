import { createPanel, type Member } from "../adapters/engines/create-panel.ts";
import type { AgentJob } from "../adapters/engines/run-agent-job.ts";
import type { Sandbox } from "../adapters/sandbox/sandbox.ts";
import type { Config } from "../core/model/config.ts";
import { needsAgent } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import { explain } from "../core/select/explain.ts";
import type { Environment } from "./environment.ts";
import { openEngine } from "./open-engine.ts";
import type { Ask } from "./prepare-prompt.ts";

/** Who does a job, ready to be asked. */
export interface OpenAgents extends AsyncDisposable {
  who: Pick<AgentJob, "engine" | "model" | "gateway" | "choice" | "prompt">;
}

interface Wanted {
  job: LiveJob;
  asks: Ask[];
  /** What they may spend together. */
  leftUsd: number;
  sandbox: Pick<Sandbox, "kind">;
}

/** Opens everyone who is asked before anyone is, so that a missing key costs nothing. */
export async function openAgents(
  environment: Environment,
  config: Config,
  { job, asks, leftUsd, sandbox }: Wanted,
): Promise<OpenAgents> {
  const stack = new AsyncDisposableStack();
  const members: Member[] = [];
  let alone: Omit<Member, "role"> | undefined;
  try {
    for (const { role, prompt, selection } of asks) {
      const share = { selection, leftUsd: leftUsd / asks.length, sandbox };
      const { engine, model, gateway } = stack.use(await openEngine(environment, config, share));
      const own = { prompt, engine, ...(model ? { model } : {}), ...(gateway ? { gateway } : {}) };
      members.push({ role, ...own });
      alone = own;
    }
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  const choice = asks.map(({ selection }) => explain(selection)).join("\n");
  const who =
    alone && members.length === 1
      ? { ...alone, choice }
      : { prompt: "", ...(needsAgent(job.kind) ? { engine: createPanel(members), choice } : {}) };
  return { who, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
