import type { Html } from "./html.ts";
import type { RepositoryName, RepositorySource, Source } from "./source.ts";
import type { Viewer } from "./viewer.ts";

/** Who looks, as the head of each page names them. */
export interface Account {
  login: string;
  /** What stands beside the name, such as a form to sign out. */
  menu?: Html;
}

/** What a page is made with. */
export interface PageContext {
  source: Source;
  params: Record<string, string>;
  query: URLSearchParams;
  now: Date;
  /** Where GitHub's own pages are: `https://github.com`; empty where that is this very site. */
  site: string;
  account: Account | undefined;
  /** Set for someone who may do more than read. */
  viewer: Viewer | undefined;
  /** Where pages hear of changes by themselves: what had changed when this one was made. */
  live: string | undefined;
}

/** A page inside of a repository. */
export interface RepositoryContext extends PageContext {
  repository: RepositorySource;
}

/** One page, without its frame. */
export interface Page {
  title: string;
  body: Html;
  /** Whose name and tabs stand above it. */
  repository?: RepositoryName;
  tab?: Tab;
  status?: number;
}

export type Tab = "tracks" | "spending" | "recipes";

/** Something other than a page of ours, such as a file. */
export interface WebReply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Makes a page; undefined where there is none. */
export type View<Context = PageContext> = (context: Context) => Promise<Page | WebReply | undefined>;
