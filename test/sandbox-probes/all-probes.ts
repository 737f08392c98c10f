import { files } from "./files.ts";
import { kernel } from "./kernel.ts";
import { limits } from "./limits.ts";
import { network } from "./network.ts";
import { type Group, isRoot } from "./probe.ts";
import { proxy } from "./proxy.ts";
import { type ProbeResult, runProbe } from "./run-probe.ts";
import { secrets } from "./secrets.ts";
import { createWorld } from "./world.ts";

export const groups: Group[] = [secrets, files, kernel, network, proxy, limits];

export interface GroupResult extends ProbeResult {
  group: string;
}

/** Every probe once in the sandbox; with `control`, the marked ones without it. One after the other: they watch the machine. */
export async function runProbes(
  mode: "bubblewrap" | "off",
  onResult: (result: GroupResult) => void = () => {},
): Promise<GroupResult[]> {
  const world = await createWorld();
  // As it would be in a job: what gsd itself was given.
  const variables = {
    GITHUB_TOKEN: world.secret,
    SSH_AUTH_SOCK: `${world.root}/agent.sock`,
    GITHUB_OUTPUT: `${world.root}/out`,
  };
  const before = { ...process.env };
  Object.assign(process.env, variables);
  const results: GroupResult[] = [];
  try {
    for (const { group, probes } of groups) {
      for (const probe of probes.filter((one) => mode === "bubblewrap" || one.control)) {
        const result = { group, ...(await runProbe(probe, world, mode)) };
        results.push(result);
        onResult(result);
      }
    }
    return results;
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
    world.close();
  }
}

/** One sentence for the end. */
export function summary(results: ProbeResult[]): string {
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
  const as = isRoot ? "as root" : "as an ordinary user";
  return `${results.length} probes tried ${as}: ${count("through")} got through, ${count("broken")} could not be tried.`;
}
