import { ledgerBranch } from "../core/codec/branches.ts";
import { trackFile } from "../core/codec/ledger-files.ts";
import { configFile } from "../core/codec/paths.ts";
import type { Facts, PullText } from "../core/model/facts.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { Answer, Question } from "../core/ports/github/look.ts";
import { findTraces, tracesOf } from "./find-traces.ts";
import { type SavedTrack, trackIn } from "./ledger/tracks.ts";
import { lookAgain } from "./look-again.ts";
import type { Ports } from "./ports.ts";
import { readConfig } from "./read-config.ts";
import { asksForOwners, ownerFiles, pickOwnerFile } from "./read-owners.ts";
import { checksIn, pullIn } from "./read-pulls.ts";

/** What one request says: the track, the configuration, and the pull request that an event is about. */
export interface FirstLook {
  saved: SavedTrack | undefined;
  hasLedger: boolean;
  facts: Facts;
  /** Bodies of pull requests: also the plan's, where this process knows it. */
  texts: Map<number, PullText>;
}

/** Reads all that an event is sure to need, in one request. What gsd left without its state is looked at again before it is believed. */
export function lookFirst(ports: Ports, issue: number, trigger: Trigger): Promise<FirstLook> {
  return lookAgain(
    ports,
    () => lookOnce(ports, issue, trigger),
    ({ facts }) => facts.traces === undefined,
  );
}

async function lookOnce(ports: Ports, issue: number, trigger: Trigger): Promise<FirstLook> {
  const pull = pullOf(trigger);
  const plan = ports.plans?.get(issue);
  const config = asksPeople(trigger);
  const owners = trigger.type === "commented" && asksForOwners(trigger) && pull !== undefined;
  const question: Partial<Question> = {
    files: [
      ...(["tracks", "done"] as const).map((folder) => ({
        path: trackFile.path(folder, issue),
        ref: ledgerBranch,
      })),
      ...(config ? [{ path: configFile, ref: "HEAD" }] : []),
      ...(owners ? ownerFiles : []),
    ],
    pulls: [...new Set([pull, plan])].filter((number) => number !== undefined),
    heads: pull === undefined ? [] : [`refs/pull/${pull}/head`],
    issues: [issue],
    shared: config,
    commits: [ledgerBranch],
    refs: mayStart(trigger) ? tracesOf(issue) : [],
  };
  const answer = await ports.github.look(question);
  const [open, done, file, ...ownerTexts] = answer.files;
  const saved = trackIn(issue, { open, done });
  const facts = await toFacts(ports, answer, pull);
  const texts = new Map(answer.pulls.flatMap((one) => (one ? [[one.number, one] as const] : [])));
  const commit = answer.commits[0]?.sha;
  ports.ledger.saw(commit);
  const hasLedger = commit !== undefined;
  if (!saved && mayStart(trigger)) {
    const traces = await findTraces(ports, issue, { hasLedger, looked: answer });
    if (traces) facts.traces = traces;
  }
  if (!config) return { saved, hasLedger, facts, texts };
  const { defaultBranch } = answer;
  const reading = await readConfig(ports, { own: file, shared: answer.shared });
  const codeOwners = owners ? pickOwnerFile(ownerTexts) : undefined;
  if (codeOwners !== undefined) facts.codeOwners = codeOwners;
  return { saved, hasLedger, texts, facts: { ...facts, defaultBranch, config: reading } };
}

/** What a person asks for may start a track, where there is none. */
function mayStart({ type }: Trigger): boolean {
  return type === "issue-labeled" || type === "issue-chosen" || type === "commented";
}

async function toFacts(ports: Ports, answer: Answer, number: number | undefined): Promise<Facts> {
  const facts: Facts = { pulls: {}, checks: {}, bases: {}, endedRuns: {} };
  const [issueState] = answer.issues;
  facts.issueState = issueState ?? null;
  const pull = answer.pulls.find((one) => one?.number === number);
  const [head] = answer.heads;
  if (number === undefined || !pull) return facts;
  facts.pulls[number] = pullIn(pull);
  if (pull.state === "open" && head) {
    facts.checks[pull.head.sha] = await checksIn(ports, pull.head.sha, head);
  }
  return facts;
}

/** Events by people: what they may do and ask for is a matter of the configuration. */
function asksPeople(trigger: Trigger): boolean {
  return trigger.type === "ticked" || "sender" in trigger;
}

/** The pull request that an event is about. */
function pullOf(trigger: Trigger): number | undefined {
  if ("pull" in trigger) return trigger.pull;
  return trigger.type === "commented" && trigger.thread !== trigger.issue ? trigger.thread : undefined;
}
