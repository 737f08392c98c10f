import type { WorkflowEvent } from "../actions-port.ts";
import { matchesPatterns } from "./match-pattern.ts";

type Filter = Record<string, unknown>;

/** What a filter may have to look up in git; asked only when needed. */
export interface EventCommits {
  changedFiles: () => Promise<string[] | undefined>;
  /** Message of the commit that was pushed, or of a pull request's head. */
  headMessage: () => Promise<string>;
}

/** Does this `on:` of a workflow ask for that event? */
export async function matchTrigger(
  on: unknown,
  event: WorkflowEvent,
  commits: EventCommits,
): Promise<boolean> {
  const trigger = triggersOf(on)[event.name];
  if (trigger === undefined) return false;
  if (event.name === "schedule")
    return asList(trigger).some((item) => (item as Filter)["cron"] === event.cron);
  const filter = (trigger ?? {}) as Filter;
  if (!matchesType(filter, event) || !matchesRef(filter, event) || !matchesWorkflow(filter, event))
    return false;
  if (!(await matchesPaths(filter, commits.changedFiles))) return false;
  return !(mayBeSkipped.includes(event.name) && skipWords.test(await commits.headMessage()));
}

/** `on:` in its three spellings, as a map from event to its filter (null when it has none). */
export function triggersOf(on: unknown): Record<string, unknown> {
  if (typeof on === "string") return { [on]: null };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), null]));
  return on !== null && typeof on === "object" ? (on as Record<string, unknown>) : {};
}

const defaultTypes: Record<string, string[]> = {
  pull_request: ["opened", "synchronize", "reopened"],
  pull_request_target: ["opened", "synchronize", "reopened"],
};

function matchesType(filter: Filter, event: WorkflowEvent): boolean {
  const types = filter["types"] === undefined ? defaultTypes[event.name] : asList(filter["types"]);
  return types === undefined || event.action === undefined || types.includes(event.action);
}

function matchesRef(filter: Filter, event: WorkflowEvent): boolean {
  if (event.name === "push") return matchesPush(filter, event);
  const branch = branchOf(event);
  return branch === undefined || matchesPair(filter, "branches", branch);
}

function matchesPush(filter: Filter, event: WorkflowEvent): boolean {
  // A run for a branch that was deleted is on the default branch; what is filtered is the one that is gone.
  const ref = String(event.payload["ref"] ?? event.ref);
  const kind = ref.startsWith("refs/tags/") ? "tags" : "branches";
  const other = kind === "tags" ? "branches" : "tags";
  const asked = (name: string) => filter[name] !== undefined || filter[`${name}-ignore`] !== undefined;
  if (!asked(kind)) return !asked(other);
  return matchesPair(filter, kind, ref.replace(/^refs\/(heads|tags)\//, ""));
}

/** The branch that `branches:` filters: a pull request's base, or the head of a finished run. */
function branchOf(event: WorkflowEvent): string | undefined {
  const { payload } = event as { payload: Record<string, Record<string, unknown> | undefined> };
  if (event.name === "pull_request" || event.name === "pull_request_target") {
    return (payload["pull_request"]?.["base"] as { ref?: string } | undefined)?.ref;
  }
  if (event.name === "workflow_run") return payload["workflow_run"]?.["head_branch"] as string | undefined;
  return undefined;
}

function matchesPair(filter: Filter, key: string, name: string): boolean {
  const wanted = filter[key];
  const ignored = filter[`${key}-ignore`];
  if (wanted !== undefined && !matchesPatterns(asStrings(wanted), name)) return false;
  return ignored === undefined || !matchesPatterns(asStrings(ignored), name);
}

function matchesWorkflow(filter: Filter, event: WorkflowEvent): boolean {
  if (event.name !== "workflow_run" || filter["workflows"] === undefined) return true;
  const run = event.payload["workflow_run"] as { name?: string } | undefined;
  const workflow = event.payload["workflow"] as { name?: string } | undefined;
  const name = workflow?.name ?? run?.name ?? "";
  return asStrings(filter["workflows"]).includes(name);
}

async function matchesPaths(filter: Filter, changedFiles: () => Promise<string[] | undefined>) {
  const wanted = filter["paths"];
  const ignored = filter["paths-ignore"];
  if (wanted === undefined && ignored === undefined) return true;
  const files = await changedFiles();
  if (files === undefined) return true;
  if (wanted !== undefined) return files.some((file) => matchesPatterns(asStrings(wanted), file));
  return files.some((file) => !matchesPatterns(asStrings(ignored), file));
}

/** `[skip ci]` in the head commit's message keeps these from starting. */
const mayBeSkipped = ["push", "pull_request"];
const skipWords = /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:\s*true$/m;

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

function asStrings(value: unknown): string[] {
  return asList(value).map(String);
}
