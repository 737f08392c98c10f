import picomatch from "picomatch";
import { parse } from "yaml";
import { copyPaths } from "./copy.ts";
import { isHosted, readLabels } from "./runner-labels.ts";
import type { Release } from "./stub.ts";
import type { StubFacts, WorkflowFacts } from "./workflow-facts.ts";

type Fields = Record<string, unknown>;

/** Reads a workflow file; undefined where it is no YAML mapping. GitHub allows what our own files may not have, such as anchors. */
export function parseWorkflow(path: string, text: string): WorkflowFacts | undefined {
  const file = fieldsOf(parseOr(text));
  if (!file) return undefined;
  const on = triggersOf(file["on"]);
  const pulls = on["pull_request"];
  const limits = stringsOf(pulls?.["branches"]);
  const isLimited = pulls !== undefined && !reachesTracks(pulls);
  const pushes = on["push"];
  const name = file["name"];
  const stub = readStub(file, on, text);
  const copyOf = readCopy(path, text);
  const jobs = jobsOf(file);
  const facts: WorkflowFacts = {
    path,
    name: typeof name === "string" ? name : path,
    onPulls: pulls !== undefined,
    onPushes: pushes !== undefined && !(pushes["tags"] !== undefined && pushes["branches"] === undefined),
    hasSchedule: on["schedule"] !== undefined,
    services: unique(jobs.flatMap((job) => Object.keys(fieldsOf(job["services"]) ?? {}))),
    ownRunners: unique(jobs.flatMap(ownLabels)),
  };
  if (copyOf) facts.copyOf = copyOf;
  if (isLimited) facts.limitedTo = limits;
  if (stub) facts.stub = stub;
  return facts;
}

const trackBranch = "gsd/1-name";

function reachesTracks(pulls: Fields): boolean {
  const branches = stringsOf(pulls["branches"]);
  const ignored = stringsOf(pulls["branches-ignore"]);
  if (branches.length > 0) return covers(branches);
  return !(ignored.length > 0 && covers(ignored));
}

/** A later `!pattern` takes back what an earlier one matched. */
function covers(patterns: string[]): boolean {
  return patterns.reduce((covered, pattern) => {
    const hit = picomatch.isMatch(trackBranch, pattern.replace(/^!/, ""));
    return hit ? !pattern.startsWith("!") : covered;
  }, false);
}

const usesPattern =
  /^([\w.-]+\/[\w.-]+)\/\.github\/workflows\/gsd\.yml@(\S+)$|^\.\/\.github\/workflows\/gsd-run\.yml$/;

/** A copy calls our action by the commit that it was made from. */
function readCopy(path: string, text: string): Release | undefined {
  if (!Object.values(copyPaths).includes(path)) return undefined;
  const [, repository, sha, version] =
    /uses: ([\w.-]+\/[\w.-]+)\/action@([0-9a-f]{40})(?: # v([\d.]+))?/.exec(text) ?? [];
  if (repository === undefined || sha === undefined) return undefined;
  return version === undefined ? { repository, sha } : { repository, sha, version };
}

/** What an expression comes to is not known here. */
function ownLabels(job: Fields): string[] {
  const runsOn = job["runs-on"];
  const labels = stringsOf(fieldsOf(runsOn)?.["labels"] ?? runsOn).filter((label) => !label.includes("${{"));
  const isOwn = labels.length > 0 && !isHosted(labels) && !/^(ubuntu|windows|macos)-/.test(labels.join());
  return isOwn ? labels : [];
}

function jobsOf(file: Fields): Fields[] {
  return Object.values(fieldsOf(file["jobs"]) ?? {})
    .map(fieldsOf)
    .filter((job) => job !== undefined);
}

function unique(names: string[]): string[] {
  return [...new Set(names)].slice(0, 20);
}

function readStub(file: Fields, on: Record<string, Fields>, text: string): StubFacts | undefined {
  const job = jobsOf(file).find((one) => usesPattern.test(String(one["uses"])));
  if (!job) return undefined;
  const [, repository = "", ref = ""] = usesPattern.exec(String(job["uses"])) ?? [];
  const inputs = textsOf(job["with"]);
  const version = /gsd\.yml@\S+ +# v([\d.]+)/.exec(text)?.[1];
  const facts: StubFacts = {
    repository,
    ref,
    isCopied: repository === "",
    runners: ["runner", "control-runner"].flatMap((name) => readLabels(inputs[name] ?? "")).filter(Boolean),
    hearsIssues: on["issues"] !== undefined,
    events: Object.fromEntries(
      Object.entries(on).map(([event, filter]) => [event, stringsOf(filter["types"])]),
    ),
    hears: stringsOf(on["workflow_run"]?.["workflows"]),
    permissions: textsOf(job["permissions"] ?? file["permissions"]),
  };
  if (job["secrets"] !== "inherit") facts.secrets = Object.keys(fieldsOf(job["secrets"]) ?? {});
  if (version !== undefined) facts.version = version;
  const app = fieldsOf(job["with"])?.["app"];
  if (typeof app === "string" && app !== "") facts.app = app;
  return facts;
}

/** `on` in its three forms: a word, a list, a mapping. */
function triggersOf(on: unknown): Record<string, Fields> {
  if (typeof on === "string") return { [on]: {} };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), {}]));
  const entries = Object.entries(fieldsOf(on) ?? {});
  return Object.fromEntries(entries.map(([name, rest]) => [name, fieldsOf(rest) ?? {}]));
}

function parseOr(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.map(String) : [];
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(value) ?? {}).map(([name, level]) => [name, String(level)]),
  );
}
