import type { ChangeCheck, ChangeScope } from "../check/gate.ts";
import type { Facts } from "../model/facts.ts";
import type { HealthResult } from "../model/health.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Base, ClaimedJob, JobKind, JobRef, Leg, Resume } from "../model/job.ts";
import type { Change, Manifest } from "../model/manifest.ts";
import type { Why } from "../model/notice/parts.ts";
import type { Want } from "../model/permission.ts";
import type { Bound, Publication, PublishStep } from "../model/publication.ts";
import type { Question } from "../model/question.ts";
import type { ScanResult } from "../model/scan.ts";
import type { Track } from "../model/track.ts";
import type { JobReport, JobResult } from "../model/trigger.ts";
import type { Criterion, Verified } from "../model/verification.ts";
import type { SpecCheck } from "../plan/check-spec-changes.ts";
import type { BacklogDraft } from "../plan/draft-backlog.ts";
import type { SpecDraft } from "../plan/draft-spec.ts";
import type { Recipe } from "../recipe/recipe.ts";
import type { RoleProfile } from "../select/roles.ts";
import type { Draft } from "./draft.ts";
import type { PlanDraft } from "./draft-answers.ts";
import type { PastTask } from "./past-tasks.ts";

/** A kind's own kind of reference. */
export type RefOf<K extends JobKind> = JobRef & { kind: K };

/** Where a job works: a branch, at its head unless `ref` names a commit. */
export interface Place {
  branch: string;
  ref: string;
}

/** What publish knows when it decides what to do with a good result; the manifest is checked, its answers are all inline. */
export interface PublicationInput {
  track: Track;
  job: ClaimedJob;
  manifest: Manifest;
  /** What it changes, and what that is held to. */
  change: ChangeCheck;
  /** What the scanner says of it. */
  scan: ScanResult;
  /** What the answers come to as files of a plan. */
  plan: PlanDraft;
  /** How a plan's spec changes fit; absent where there is no SPEC.md. */
  specs?: SpecCheck;
  /** The backlog with what was proposed in place of a task, where somebody proposed that; `base` where people pushed meanwhile. */
  amended?: BacklogDraft & { base?: Base };
  /** Of the files that a verification names as evidence: those that its commit has. */
  proven?: ReadonlySet<string>;
  /** The spec that a report is, where its recipe writes one. */
  newSpec?: SpecDraft;
  /** The roles that runs will choose from; without them there is no estimate by role. */
  roles?: Record<string, RoleProfile>;
  /** Ours and the repository's, by name. */
  recipes: Readonly<Record<string, Recipe>>;
  /** Tasks of this repository that are over, where the row asks for them. */
  past: readonly PastTask[];
  sha256: (text: string) => string;
}

/** A result that is not to be published. */
export interface Unfit {
  outcome: Why["outcome"];
  reason: string;
}

/** What is kept of a job that did not come to its end, and how the next leg finds it. */
export interface Keep {
  steps: PublishStep[];
  resume: (bound: Bound) => Resume | undefined;
}

export interface KeepInput extends Pick<PublicationInput, "track" | "job" | "manifest" | "plan"> {
  /** Those changes that could be published each by itself. */
  sound: Change[];
}

/** What people approved with the plan. */
export function approvedCommit({ plan }: Track): Sha | undefined {
  return plan.approved?.head;
}

/** A commit that neither agents nor whoever pushed to a task's branch could change; undefined where nobody knows one yet. */
export function trustedCommit({ plan, route }: Track): Sha | undefined {
  return plan.approved?.head ?? route?.base;
}

/** Why a leg brought no result. */
export interface Failing extends Why {
  /** When the provider is expected back. */
  until?: Instant;
  resume?: Resume;
  /** What it asks people. */
  questions?: Question[];
  /** What it needs a person's leave for, and who wants it. */
  permissions?: { by: string; wants: Want[] };
  /** What conflicted, where a merge did. */
  files?: string[];
  /** Of a verification that was written down: the commit, and what is not met. */
  verified?: Verified;
}

/** All that differs between kinds of jobs. Nothing else asks for a kind's name. */
export interface Row<K extends JobKind = JobKind> {
  /** The recipe that is worked off. */
  recipe(track: Track, job: JobRef): string;
  /** Whether agents are asked, so that it may cost money. */
  asksAgents: boolean;
  /** Whether these may ask people something before they go on. Absent where they may not. */
  asksPeople?: true;
  /** Minutes that its leg may take at most, without waiting for a runner. */
  minutes(track: Track): number;
  place(track: Track, job: RefOf<K>): Place;
  /** What an earlier leg left to go on from. */
  resume(track: Track, job: RefOf<K>): Resume | undefined;
  /** Whether the agent zone needs more than the newest commit. */
  needsHistory(job: JobRef & Leg, track: Track): boolean;
  /** The commit that instructs agents, and by whose commands a change is checked: one that neither they nor the branch under review could change. */
  instructedBy(track: Track, job: JobRef & Leg): Sha;
  /** The commit whose roles, skills, recipes and rules count, where that is not `instructedBy`: what was approved counts whatever was merged since. */
  libraryAt?(track: Track): Sha | undefined;
  /** What it means that the health of its base is known; whether that is all there was to do. Absent where nobody asks. */
  recall?(draft: Draft, result: HealthResult): boolean;
  /** Whether publish reads what the repository adds to our roles and recipes: they change a plan's price, and name a report's place. */
  readsLibrary: boolean;
  /** Whether publish reads what became of earlier tracks: estimates follow it. */
  readsPast?: true;
  /** The branch that all of it is compared with, where the coverage of that is asked for. */
  covers?(track: Track): string | undefined;
  /** The acceptance criteria that a verification has to answer. Absent where nobody asks. */
  criteria?(track: Track): Criterion[];
  /** The task whose change it makes or reviews; `against`: the branch that a change which is there already is compared with. */
  judges?(track: Track, job: RefOf<K>): { task: TaskId; against?: string };
  /** The head that it made or looked at, where people see that in a pull request. Absent where there is none. */
  head?(track: Track, job: RefOf<K>): Sha | undefined;
  /** Whether its result takes the place of a plan that people know. Absent where it never does. */
  replacesPlan?(track: Track): boolean;
  /** Whether its documents stay as they are, and only tasks are added. */
  keepsDocuments?(track: Track): boolean;
  /** The tasks of that plan that stay as they are, whatever its authors write. */
  keeps?(track: Track): TaskId[];
  /** What was asked for, and by which recipe, where somebody's words are what it is about. */
  asked?(track: Track, job: RefOf<K>): { recipe: string; text: string } | undefined;
  /** The task that it proposes another version of. Absent where it does not. */
  amends?(track: Track, job: RefOf<K>): { task: TaskId; split: boolean };
  /** Whether a result that changes nothing is one. Absent where it never is. */
  mayStay?(job: Leg): boolean;
  /** Where it may change files. */
  scope(track: Track, job: RefOf<K>): ChangeScope;
  /** Queues what is due now. */
  advance(draft: Draft, facts: Facts): void;
  /** What a good result becomes. */
  publication(input: PublicationInput): Publication | Unfit;
  /** What a bad one becomes where nobody tries again and people can put it right. Absent where they cannot. */
  lastResort?(input: PublicationInput): Publication | undefined;
  /** What is kept of a bad one. */
  keep(input: KeepInput): Keep | undefined;
  /** What a run that was dropped had done is where the next one starts. Absent where nothing is kept. */
  left?(draft: Draft, job: RefOf<K>, resume: Resume): void;
  /** What a good end means for the track. */
  succeed(draft: Draft, job: RefOf<K>, report: JobReport & { result: JobResult }): void;
  /** What a bad end means: again, within bounds, then a person. */
  fail(draft: Draft, job: RefOf<K>, failing: Failing): void;
  /** What was spent so far on what it is for, for those who are told of a failure. */
  spentOn(track: Track, job: RefOf<K>): { on: string; usd: number };
}

/** Minutes of all steps of a leg together, whatever its recipe does; a job of GitHub's runners has six hours. */
export const longestLeg = 340;
