import type { RepositoryName } from "./source.ts";

/** Whoever looks at the pages, as far as they may do something there. */
export interface Viewer {
  /** What each form of theirs carries: no other site knows it. */
  formToken: string;
  /** Whether they may give commands in a repository, by what GitHub says of them. */
  mayCommand(repository: RepositoryName): Promise<boolean>;
  /** Writes a comment as them; returns its id. */
  comment(repository: RepositoryName, thread: number, body: string): Promise<number>;
}

/** The field of a form that carries its viewer's token. */
export const formField = "_csrf";
