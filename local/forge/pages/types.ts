import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { Html } from "../../../web/html.ts";
import type { Authorization } from "../authorize/create-authorization.ts";
import type { Api } from "./api.ts";

export type { Authorization };

/** A person that one can act as on the pages. */
export interface Viewer {
  role: string;
  login: string;
  token: string;
  /** What they may do, where their name does not tell who they are. */
  access?: string;
}

/** What the forge hands to the pages. */
export interface PagesOptions {
  /** Base address of the REST API. */
  apiUrl: string;
  /** The first is who one acts as at the start. */
  viewers(): readonly Viewer[];
  /** `owner/name` of what the front page lists. */
  repositories(): readonly string[];
  /** Pages of somebody else's on this site: all of them at `path`, those of a repository at that path below it. */
  beside?: { path: string; name: string };
  /** People allow Apps to act for them; without it there is no page for that. */
  authorization?: Authorization;
  /** Step summaries of a run (Markdown): the one thing that GitHub's REST API does not hand out. */
  summaries?(runId: number): readonly { jobId: number; markdown: string }[];
}

/** What a view works with. */
export interface PageContext {
  api: Api;
  viewer: Viewer;
  /** `owner/name`; empty on pages outside a repository. */
  repo: string;
  params: Record<string, string>;
  query: URLSearchParams;
  options: PagesOptions;
  /** The value that every form carries. */
  csrf: string;
}

export interface Page {
  title: string;
  body: Html;
  tab?: Tab;
  /** Load anew after so many seconds, or go elsewhere. */
  refresh?: number | string;
  status?: number;
}

export type Tab = "code" | "issues" | "pulls" | "actions";

/** Something other than a page: a file, or somewhere else to go. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export type View = (context: PageContext) => Promise<Page | Reply>;
/** Answers a form; returns where to go next, or what to show. */
export type FormAction = (context: PageContext, form: URLSearchParams) => Promise<string | Page | Reply>;

type Rest = RestEndpointMethodTypes;
export type Repository = Rest["repos"]["get"]["response"]["data"];
export type Issue = Rest["issues"]["get"]["response"]["data"];
export type Comment = Rest["issues"]["getComment"]["response"]["data"];
export type Label = Rest["issues"]["getLabel"]["response"]["data"];
export type Reactions = Issue["reactions"];
export type Pull = Rest["pulls"]["get"]["response"]["data"];
export type PullSummary = Rest["pulls"]["list"]["response"]["data"][number];
export type Review = Rest["pulls"]["listReviews"]["response"]["data"][number];
export type ReviewComment = Rest["pulls"]["listReviewComments"]["response"]["data"][number];
export type Commit = Rest["repos"]["getCommit"]["response"]["data"];
export type CommitSummary = Rest["repos"]["listCommits"]["response"]["data"][number];
export type DiffFile = NonNullable<Commit["files"]>[number];
export type Comparison = Rest["repos"]["compareCommitsWithBasehead"]["response"]["data"];
export type CheckRun = Rest["checks"]["listForRef"]["response"]["data"]["check_runs"][number];
export type CombinedStatus = Rest["repos"]["getCombinedStatusForRef"]["response"]["data"];
export type Run = Rest["actions"]["getWorkflowRun"]["response"]["data"];
export type Job = Rest["actions"]["getJobForWorkflowRun"]["response"]["data"];
export type Artifact = Rest["actions"]["getArtifact"]["response"]["data"];
export type Ref = Rest["git"]["getRef"]["response"]["data"];
/** Of the Contents API: a file, or the entries of a folder. */
export interface ContentFile {
  type: string;
  name: string;
  path: string;
  size: number;
  sha: string;
  content?: string;
}
