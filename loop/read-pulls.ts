import { readHeadState } from "../core/decide/head-checks.ts";
import type { ChecksFact, Facts, PullFact } from "../core/model/facts.ts";
import type { Sha } from "../core/model/ids.ts";
import type { SeenPull } from "../core/ports/github/pulls.ts";
import type { HeadState } from "../core/ports/github/runs.ts";
import type { Ports } from "./ports.ts";

export function pullIn(pull: SeenPull): PullFact {
  const { number, state, merged, mergeSha, base, mergeable, requests, nodeId, body } = pull;
  const text = { nodeId, body };
  const fact: PullFact = { number, state, merged, head: pull.head.sha, base, requests, text };
  const found = mergeSha ? { ...fact, mergeSha } : fact;
  return mergeable === undefined ? found : { ...found, mergeable };
}

/** What others say about a head. A run that a review or a close started is on the pull request's head: ours must not wait for itself. */
export async function checksIn(ports: Ports, sha: Sha, state: HeadState): Promise<ChecksFact> {
  const checks = readHeadState(state);
  const own = checks.state === "clear" ? [] : await ports.github.suitesOf(ports.workflow, sha);
  return own.length > 0 ? readHeadState(state, own) : checks;
}

/** Pull requests that nobody has read yet, with the gates of those that are open where asked for. */
export async function readPulls(
  ports: Ports,
  facts: Facts,
  { numbers, gates }: { numbers: number[]; gates: boolean },
): Promise<void> {
  const pulls = [...new Set(numbers)].filter((number) => !isKnown(facts, number, gates));
  if (pulls.length === 0) return;
  const heads = gates ? pulls.map((number) => `refs/pull/${number}/head`) : [];
  const answer = await ports.github.look({ pulls, heads });
  for (const [at, number] of pulls.entries()) {
    const [pull, head] = [answer.pulls[at], answer.heads[at]];
    if (!pull) continue;
    facts.pulls[number] = pullIn(pull);
    if (head && pull.state === "open")
      facts.checks[pull.head.sha] = await checksIn(ports, pull.head.sha, head);
  }
}

function isKnown({ pulls, checks }: Facts, number: number, gates: boolean): boolean {
  const known = pulls[number];
  return known !== undefined && (!gates || known.state === "closed" || checks[known.head] !== undefined);
}

/** Waits before GitHub is asked again whether a pull request conflicts: it finds out only once somebody asks. */
const patienceMs = [1_000, 2_000, 4_000];

/** Pull requests with whether each merges without a conflict; `null` for one of which GitHub does not know in time. */
export async function readMergeable(
  { github }: Ports,
  numbers: readonly number[],
): Promise<Map<number, PullFact>> {
  const found = new Map<number, PullFact>();
  for (const wait of [0, ...patienceMs]) {
    const open = [...new Set(numbers)].filter((number) => isUnknown(found.get(number)));
    if (open.length === 0) break;
    if (wait > 0) await github.pause(wait);
    const { pulls } = await github.look({ pulls: open });
    for (const pull of pulls) if (pull) found.set(pull.number, pullIn(pull));
  }
  for (const [number, pull] of found) found.set(number, { ...pull, mergeable: pull.mergeable ?? null });
  return found;
}

/** Whether GitHub may still find out if it conflicts; of one that is closed, it will never say. */
export function isUnknown(pull: PullFact | undefined): boolean {
  return pull === undefined || (pull.state === "open" && pull.mergeable === undefined);
}
