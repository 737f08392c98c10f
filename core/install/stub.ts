import { copyPaths } from "./copy.ts";
import { formatLabels, type RunnerLabels } from "./runner-labels.ts";

/** A commit that holds workflows, action and bundle. */
export interface Release {
  /** `owner/name` on GitHub. */
  repository: string;
  sha: string;
  /** What people call it; stands behind the pin, where bots that renew pins look for it. */
  version?: string;
}

/** With the App there is no schedule: it ticks by itself. */
export type Mode = "action" | "app";

/** Where the workflow files of a user's repository are. */
export const stubPath = ".github/workflows/gsd.yml";
const tickPath = ".github/workflows/gsd-tick.yml";

/** The templates that a user's repository gets, by where they go. */
export const stubTemplates: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  action: { [stubPath]: "gsd-action.yml", [tickPath]: "gsd-tick.yml" },
  app: { [stubPath]: "gsd-app.yml" },
};

const callPattern =
  /uses: (?:\S+\/\.github\/workflows\/gsd\.yml@\S+|\.\/\.github\/workflows\/gsd-run\.yml)( # v[\d.]+)?/;

/** The same workflow with another release behind it. */
export function pinStub(text: string, { repository, sha, version }: Release): string {
  const name = version === undefined ? "" : ` # v${version}`;
  return text.replace(callPattern, `uses: ${repository}/.github/workflows/gsd.yml@${sha}${name}`);
}

/** Where agents run, and where control and publish do; what is not said stays as it is. */
export interface Runners {
  agents?: RunnerLabels;
  control?: RunnerLabels;
}

/** What a stub calls, and on which runners. */
export interface StubCall {
  release: Release;
  /** Whether it calls the repository's own copy of our workflows. */
  isCopied: boolean;
  runners: Runners;
  /** With `ci: trusted`: the App's address. */
  app?: string;
}

/** A stub with nothing changed but what it calls; all else that somebody wrote there stays. */
export function redirectStub(text: string, { release, isCopied, runners, app }: StubCall): string {
  const copy = `uses: ./${copyPaths[stubPath]}`;
  const trusting = app === undefined ? text : trustStub(text, app);
  const called = isCopied ? trusting.replace(callPattern, copy) : pinStub(trusting, release);
  // A clock starts no agents.
  const agents = /^ +stub: /m.test(text) ? undefined : runners.agents;
  return setInput(setInput(called, "runner", agents), "control-runner", runners.control);
}

function setInput(text: string, name: string, labels: RunnerLabels | undefined): string {
  if (!labels) return text;
  const words = formatLabels(labels);
  const value = /^[\w.-]+$/.test(words) ? words : `'${words}'`;
  const line = new RegExp(`^( +${name}: )(?:'[^']*'|[^\\s#]+)`, "m");
  if (line.test(text)) return text.replace(line, (_, start: string) => `${start}${value}`);
  return text.replace(/^( +)with:\n/m, (start, indent: string) => `${start}${indent}  ${name}: ${value}\n`);
}

const legsLine = /^( +)legs: \$\{\{.*\n/m;
const appLine = /^( +app: ).*$/m;

/** The same workflow for `ci: trusted`: publish may say who it is, and knows the App that it says so to. One that runs no jobs stays as it is. */
export function trustStub(text: string, app: string): string {
  if (!legsLine.test(text)) return text;
  const isGranted = /^ +id-token: write\b/m.test(text);
  const granted = isGranted ? text : text.replace(/^( +)contents: write\n/m, "$&$1id-token: write\n");
  if (appLine.test(granted)) return granted.replace(appLine, (_, start: string) => `${start}${app}`);
  return granted.replace(legsLine, (line, indent: string) => `${line}${indent}app: ${app}\n`);
}

/** What a repository's own life asks of its stub. */
export interface StubWishes extends StubCall {
  /** The names of its CI workflows; without any, the stub hears of none. */
  ci: string[];
  isPrivate: boolean;
}

/** A template that hears when these workflows end. */
export function hearCi(template: string, ci: readonly string[]): string {
  const names = ci.map((name) => JSON.stringify(name)).join(", ");
  return template.replace(/^ {2}workflow_run: .*\n/m, (line) =>
    ci.length === 0 ? "" : line.replace(/\[CI\]/, `[${names}]`),
  );
}

/** A template as one repository needs it. */
export function fillStub(template: string, wishes: StubWishes): string {
  const { ci, isPrivate } = wishes;
  const heard = hearCi(redirectStub(template, wishes), ci);
  if (!isPrivate) return heard;
  // Minutes of a private repository are billed.
  return heard
    .replace(/^ {2}# In a private repository.*\n/m, "")
    .replace('cron: "17 * * * *"', 'cron: "17 */6 * * *"');
}
