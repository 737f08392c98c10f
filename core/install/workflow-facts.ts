import type { Release } from "./stub.ts";
import type { StubEvents } from "./stub-events.ts";

/** What a workflow file of a repository says about when it starts. */
export interface WorkflowFacts {
  path: string;
  /** As GitHub shows it, and as `workflow_run` names it. */
  name: string;
  /** Whether pull requests start it. */
  onPulls: boolean;
  /** Those that go into a track's branch do not: these are the branches that it is limited to. */
  limitedTo?: string[];
  /** Whether pushes to branches start it. */
  onPushes: boolean;
  hasSchedule: boolean;
  /** Names of the services that its jobs start. */
  services: string[];
  /** Labels of runners that GitHub does not give to everybody. */
  ownRunners: string[];
  /** Set where it calls gsd's workflow. */
  stub?: StubFacts;
  /** Set where it is a copy of one of ours: the release that it is of. */
  copyOf?: Release;
}

/** What a stub says, as far as it matters whether it works. */
export interface StubFacts {
  /** Empty where it calls a copy in its own repository. */
  repository: string;
  /** A full SHA, as it should be; else a tag or a branch. */
  ref: string;
  /** Whether it calls the repository's own copy. */
  isCopied: boolean;
  /** Labels that it asks for, where it says so. */
  runners: string[];
  /** From the comment behind the pin. */
  version?: string;
  /** Whether it hears of issues itself, as without the App. */
  hearsIssues: boolean;
  /** What starts it, with the types that it names. */
  events: StubEvents;
  /** Names of the workflows that it hears of. */
  hears: string[];
  /** The App that publish asks for a token, where CI is trusted. */
  app?: string;
  /** What it grants, by name. */
  permissions: Record<string, string>;
  /** Names of the secrets that it passes on; undefined where it passes on all. */
  secrets?: string[];
}

/** Where GitHub looks for workflows. */
export const workflowFolder = ".github/workflows";

export function isWorkflowFile(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** Whose release the stub, or a copy of our workflows, calls; it may be a copy of our repository. */
export function calledRepository(workflows: readonly WorkflowFacts[]): string | undefined {
  return workflows.flatMap(({ stub, copyOf }) => stub?.repository || copyOf?.repository || [])[0];
}

/** Whether a repository's own checks are in it: what tells that a head is green. */
export function isCi({ stub, onPulls, onPushes }: WorkflowFacts): boolean {
  return stub === undefined && (onPulls || onPushes);
}
