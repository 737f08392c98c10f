import type { ChecksFact, Facts, PlanFact, PullFact } from "../../core/model/facts.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { Base } from "../../core/model/job.ts";
import { aConfig, sha } from "./a-track.ts";

export const mia = { id: 1, login: "mia", bot: false, permission: "write" };
export const visitor = { id: 2, login: "vic", bot: false, permission: "read" };
export const bot = { id: 77, login: "helper[bot]", bot: true, permission: "none" };

/** The head of a branch: `b1` for the track's, `d1` for the default one. */
export function aBase(branch: string, start = "b1"): Base {
  return { branch, sha: sha(start), tree: sha("b2") };
}

/** The branches of #42, and the head of its T01, as jobs find them. */
export const branches: Facts["bases"] = {
  "gsd/42-csv-export": aBase("gsd/42-csv-export"),
  main: aBase("main", "d1"),
  [sha("a1")]: aBase("gsd/42-csv-export", "a1"),
};

/** What `observe` read when mia, who may write, did something; say what else it read. */
export function facts(fields: Partial<Facts> = {}): Facts {
  return {
    actor: mia,
    config: { ok: true, config: aConfig() },
    defaultBranch: "main",
    issueState: { open: true, labels: [] },
    pulls: {},
    checks: {},
    bases: {},
    endedRuns: {},
    blockers: [],
    ...fields,
  };
}

/** Pull request #11 of a task, open at `a1`. */
export function aPull(fields: Partial<PullFact> = {}): PullFact {
  return {
    number: 11,
    state: "open",
    merged: false,
    head: sha("a1"),
    base: "gsd/42-csv-export",
    ...fields,
  };
}

/** What is true of one pull request and its checks. */
export function pullFacts(
  pull: Partial<PullFact> = {},
  state: ChecksFact["state"] = "clear",
): Pick<Facts, "pulls" | "checks"> {
  const fact = aPull(pull);
  return { pulls: { [fact.number]: fact }, checks: checksOf(fact.head, state) };
}

export function checksOf(head: Sha, state: ChecksFact["state"]): Facts["checks"] {
  return { [head]: { state, names: state === "clear" ? [] : ["ci"] } };
}

/** The plan as it is announced in `aTrack`: T01, and T02 after it. */
export function aPlan(fields: Partial<PlanFact> = {}): PlanFact {
  const entry = (id: TaskId, depends_on: TaskId[]) => ({
    id,
    title: `Title of ${id}`,
    description: "What to do.",
    depends_on,
    acceptance: ["It works."],
    scope: { files_hint: [`src/${id}.ts`], estimated_hours: 2 },
  });
  return {
    tree: sha("f1"),
    head: sha("f2"),
    sources: "s1",
    backlog: { version: 1, tasks: [entry("T01", []), entry("T02", ["T01"])] },
    digests: { T01: "d1", T02: "d2" },
    problems: [],
    ...fields,
  };
}
