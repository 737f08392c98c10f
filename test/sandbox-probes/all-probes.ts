import { files } from "./files.ts";
import { kernel } from "./kernel.ts";
import { limits } from "./limits.ts";
import { network } from "./network.ts";
import { permissions } from "./permissions.ts";
import { type Group, isRoot } from "./probe.ts";
import { proxy } from "./proxy.ts";
import { resources } from "./resources.ts";
import { type ProbeResult, runProbe } from "./run-probe.ts";
import { secrets } from "./secrets.ts";
import { createWorld } from "./world.ts";

const groups: Group[] = [secrets, files, permissions, kernel, network, proxy, limits, resources];

export interface GroupResult extends ProbeResult {
  group: string;
}

/** How many at once: more than one where they do not watch the machine. */
const atOnce = (group: Group) => (group === limits || group === resources ? 1 : 3);

/** Every probe once in the sandbox; or, without it, those that are known to get through. */
export async function runProbes(
  mode: "bubblewrap" | "off",
  { only = groups, onResult = () => {} }: { only?: Group[]; onResult?: (result: GroupResult) => void } = {},
): Promise<GroupResult[]> {
  const world = await createWorld();
  const restore = setVariables({
    ...{ GITHUB_TOKEN: world.secret, SSH_AUTH_SOCK: `${world.root}/agent.sock` },
    GITHUB_OUTPUT: `${world.root}/out`,
  });
  const results: GroupResult[] = [];
  try {
    for (const one of only) {
      const left = one.probes.filter((probe) => mode === "bubblewrap" || probe.control);
      const work = async () => {
        for (let probe = left.shift(); probe; probe = left.shift()) {
          const result = { group: one.group, ...(await runProbe(probe, world, mode)) };
          results.push(result);
          onResult(result);
        }
      };
      await Promise.all(Array.from({ length: atOnce(one) }, work));
    }
    return results;
  } finally {
    restore();
    world.close();
  }
}

/** What gsd itself would have been given in a job. */
function setVariables(variables: Record<string, string>): () => void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

/** One sentence for the end. */
export function summary(results: ProbeResult[]): string {
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
  const as = isRoot ? "as root" : "as an ordinary user";
  return `${results.length} probes tried ${as}: ${count("through")} got through, ${count("broken")} could not be tried.`;
}
