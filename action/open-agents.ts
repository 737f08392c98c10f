import type { Config } from "../core/model/config.ts";
import { needsAgent } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import { explain } from "../core/select/explain.ts";
import { createPanel, type Member } from "../crew/engines/create-panel.ts";
import type { AgentJob } from "../crew/engines/run-agent-job.ts";
import type { Sandbox } from "../crew/sandbox/sandbox.ts";
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
  try {
    for (const { role, prompt, selection } of asks) {
      const share = { selection, leftUsd: leftUsd / asks.length, sandbox };
      const { engine, model, gateway } = stack.use(await openEngine(environment, config, share));
      members.push({ role, prompt, engine, ...(model ? { model } : {}), ...(gateway ? { gateway } : {}) });
    }
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  const choice = asks.map(({ selection }) => explain(selection)).join("\n");
  const who = needsAgent(job.kind) ? { ...together(members), choice } : { prompt: "" };
  return { who, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** One is asked as it is; several, or none where nobody reviews, as a panel. */
function together(members: Member[]): Omit<Member, "role"> {
  const [{ role: _, ...first } = { role: "" }, ...others] = members;
  return "engine" in first && others.length === 0 ? first : { prompt: "", engine: createPanel(members) };
}
