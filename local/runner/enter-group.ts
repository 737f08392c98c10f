import { GsdError } from "../../core/gsd-error.ts";
import type { RepoName } from "../actions-port.ts";
import type { ConcurrencyGroups, GroupRequest } from "./concurrency.ts";
import type { ConcurrencyDocument } from "./documents.ts";
import { resolveBoolean, resolveText, type Scope } from "./evaluate.ts";

/** A `concurrency:` block with its expressions resolved; groups of different repositories never meet. */
export function createConcurrencyRequest(
  repo: RepoName,
  document: ConcurrencyDocument | undefined,
  scope: Scope,
): GroupRequest | undefined {
  if (document === undefined) return undefined;
  const block = typeof document === "string" ? { group: document } : document;
  const group = resolveText(block.group, scope);
  if (group === "") throw new GsdError("concurrency-empty", "The concurrency group must not be empty");
  return {
    group: `${repo}:${group}`,
    cancelInProgress: resolveBoolean(block["cancel-in-progress"], scope),
    queue: block.queue ?? "single",
  };
}

export type Entered =
  | { type: "entered"; cancelled: AbortSignal; held: string[]; leave: () => void }
  | { type: "cancelled"; reason: string };

/** Waits for a group's turn. Inside, `cancelled` also fires when a newer member takes the place. */
export async function enterGroup(
  groups: ConcurrencyGroups,
  request: GroupRequest | undefined,
  from: { cancelled: AbortSignal; held: string[] },
): Promise<Entered> {
  if (!request) return { type: "entered", ...from, leave: () => {} };
  const key = request.group.toLowerCase();
  if (from.held.includes(key)) {
    return {
      type: "cancelled",
      reason: `Canceling since a deadlock was detected for concurrency group '${request.group}': a caller holds it`,
    };
  }
  const displaced = new AbortController();
  const member = { cancel: (reason: string) => displaced.abort(reason) };
  const leave = await groups.enter(request, member, from.cancelled);
  if (!leave) {
    const reason = displaced.signal.aborted ? displaced.signal.reason : from.cancelled.reason;
    return { type: "cancelled", reason: String(reason) };
  }
  const cancelled = AbortSignal.any([from.cancelled, displaced.signal]);
  return { type: "entered", cancelled, held: [...from.held, key], leave };
}
