import { type ActionsFacts, type Checkup, unseen } from "./checkup.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** What the settings of GitHub Actions keep from working. */
export function diagnoseActions({ repository, workflows }: Checkup): Diagnosis[] {
  const { actions, workflowsOpenPulls } = repository;
  const found: Diagnosis[] = [];
  if (actions !== unseen) {
    if (!actions.enabled) return [{ type: "actions-off" }];
    const ours = workflows.flatMap(({ stub, copyOf }) => stub?.repository || copyOf?.repository || []);
    const missing = [...new Set(ours), "actions"].filter((owner) => !allows(actions, owner, repository.name));
    if (actions.allowed !== "all" && missing.length > 0)
      found.push({ type: "actions-limited", allowed: actions.allowed, missing });
  }
  if (workflowsOpenPulls === false) found.push({ type: "pulls-forbidden" });
  return found;
}

/** `local_only` allows what the repository's own owner has. */
function allows({ allowed, githubOwned, patterns }: ActionsFacts, used: string, repository: string): boolean {
  const [owner = ""] = repository.split("/");
  if (allowed === "all" || used.split("/")[0] === owner) return true;
  if (allowed === "local_only") return false;
  if (used === "actions") return githubOwned || patterns.some((pattern) => pattern.startsWith("actions/"));
  return patterns.some((pattern) => covers(pattern, used));
}

/** `owner/*`, `owner/name@*`, `owner/name/.github/workflows/gsd.yml@*`. */
function covers(pattern: string, repository: string): boolean {
  const [place = ""] = pattern.split("@");
  // What a copy calls is the action; nobody lists that without the rest of the repository.
  const wanted = `${repository}/.github/workflows/gsd.yml`;
  if (place === repository || place === wanted) return true;
  return place.endsWith("*") && wanted.startsWith(place.slice(0, -1));
}
