import { parseWorkflow } from "../core/install/parse-workflow.ts";
import { isCi, workflowFolder } from "../core/install/workflow-facts.ts";
import type { Forge } from "./forge/create-forge.ts";

/** The names of a copied repository's own CI workflows, which its stub has to hear of. */
export async function findCi(forge: Forge, repo: string, token: string): Promise<string[]> {
  const read = async <T>(path: string): Promise<T | undefined> => {
    const url = `${forge.urls.api}/repos/${repo}/contents/${path}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  };
  const entries = (await read<{ path: string }[]>(workflowFolder)) ?? [];
  const files = entries.filter(({ path }) => /\.ya?ml$/.test(path));
  const workflows = await Promise.all(
    files.map(async ({ path }) => {
      const file = await read<{ content: string }>(path);
      return file && parseWorkflow(path, Buffer.from(file.content, "base64").toString());
    }),
  );
  return workflows.flatMap((one) => (one && isCi(one) ? [one.name] : []));
}
