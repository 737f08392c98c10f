import { createClient } from "../../../adapters/github/create-client.ts";
import { createGitHub } from "../../../adapters/github/create-github.ts";
import type { GitHubPort } from "../../../core/ports/github.ts";
import type { TokenPermissions } from "../../../local/actions-port.ts";
import type { Forge } from "../../../local/forge/create-forge.ts";
import { SHOP, workflowToken } from "../../forge/a-forge.ts";

const everything: TokenPermissions = {
  actions: "write",
  checks: "write",
  contents: "write",
  issues: "write",
  pull_requests: "write",
  statuses: "write",
};

/** The port as a workflow's job has it, on a forge. */
export function aGitHub(forge: Forge, permissions: TokenPermissions = everything): GitHubPort {
  return gitHubOf(forge, workflowToken(forge, permissions));
}

/** The port of whoever holds a token. */
export function gitHubOf(forge: Forge, token: string): GitHubPort {
  return createGitHub({
    client: createClient({ token, baseUrl: forge.urls.api }),
    owner: SHOP.owner,
    repo: SHOP.repo,
    pace: { betweenWritesMs: 0, backoffMs: 1, limitMs: 1 },
  });
}
