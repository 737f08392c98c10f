import { effectKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Sha } from "../core/model/ids.ts";
import type { Notice } from "../core/model/notice.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { ledgerGone } from "../core/render/ledger-note.ts";
import { findSticky, issuesOf } from "./find-traces.ts";
import { giveAnswers } from "./give-answers.ts";
import type { Ports } from "./ports.ts";
import type { Survey } from "./survey.ts";

/** How many issues are looked at for the newest commit that a progress comment names. */
const mostIssues = 5;

/** A ledger that is not there while a track is being worked on was deleted: a person is told, and nothing goes on. */
export async function requireLedger(ports: Ports, issue: number): Promise<void> {
  if (ports.ledger.latest() !== undefined) return;
  await tellGone(ports, issue);
  throw new GsdError("ledger-gone", ledgerGone(undefined));
}

export function isGone(error: unknown): boolean {
  return error instanceof GsdError && error.code === "ledger-gone";
}

/** Says in the issue of a track that the ledger went away while gsd was at work. */
export async function tellGone(ports: Ports, issue: number): Promise<void> {
  const commit = ports.ledger.latest() ?? (await findSticky(ports, issue))?.commit;
  await say(ports, issue, { names: [], pulls: [], commit });
}

/**
 * What a tick does where gsd has worked and the ledger is gone: it starts nothing, and says so in one thread, once. An open issue
 * that has the label comes first, then one with a branch of ours.
 */
export async function tellRepository(ports: Ports, { traces, config }: Survey): Promise<void> {
  ports.log.warn("the ledger is gone; nothing is started", { ...traces });
  const label = config.ok ? config.config.label : "gsd:plan";
  const {
    labeled: [labeled = []],
  } = await ports.github.look({ labels: [label] });
  const issues = [...new Set([...labeled.toSorted((a, b) => a - b), ...issuesOf(traces)])].slice(
    0,
    mostIssues,
  );
  const thread = labeled.length > 0 ? issues[0] : await findOpen(ports, issues);
  if (thread === undefined) return;
  const stickies = await Promise.all(issues.map((issue) => findSticky(ports, issue)));
  const newest = stickies
    .flatMap((sticky) => (sticky?.commit ? [sticky] : []))
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .at(-1);
  const { names, pulls } = traces;
  await say(ports, thread, { names: names.slice(0, 20), pulls: pulls.slice(-20), commit: newest?.commit });
}

async function findOpen({ github }: Ports, issues: number[]): Promise<number | undefined> {
  for (const number of issues) {
    const issue = await github.issue(number);
    if (issue?.open && !issue.isPull) return number;
  }
  return undefined;
}

interface Known {
  names: string[];
  pulls: number[];
  commit: Sha | undefined;
}

/** Once for each loss: the commit tells one from another. */
async function say(ports: Ports, thread: number, known: Known): Promise<void> {
  const notice: Notice = withoutUndefined({ type: "ledger-gone" as const, ...known });
  const key = effectKey.format(thread, "say", `ledger-gone-${known.commit?.slice(0, 12) ?? "unknown"}`);
  const effect = { type: "say" as const, thread, notices: [notice] };
  await giveAnswers(ports, [{ key, effect }]);
}
