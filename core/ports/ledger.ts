import type { Sha } from "../model/ids.ts";
import type { FileAtRef } from "./github/git.ts";

/** A version of a file; undefined for one that does not exist yet. */
export type Version = Sha | undefined;

/** A file of the ledger, as it was read. */
export interface Stored<T> {
  value: T;
  version: Sha;
}

/** What became of a save. One that lost says what is there now, so that nobody has to read it again. */
export type Saving<T> = { type: "saved"; version: Sha } | { type: "conflict"; now: Stored<T> | undefined };

/** One file of the ledger. A save with an outdated version changes nothing. */
export interface LedgerDocument<T> {
  load(): Promise<Stored<T> | undefined>;
  save(value: T, version: Version, message: string): Promise<Saving<T>>;
}

/** Makes a value of a file's text, or throws a `GsdError` that names the file. */
export type ReadText<T> = (text: string, path: string) => T;

/** A file that is part of a commit; without a value it is deleted. `any` is not compared with what is there. */
export interface Change {
  path: string;
  value: unknown;
  version: Version | "any";
}

/** What became of a commit: the new versions by path, or what its files are now. */
export type Committing =
  | { type: "saved"; versions: Record<string, Version> }
  | { type: "conflict"; now: Record<string, FileAtRef | undefined> };

/**
 * Where state is kept: JSON files on a branch, each changed by compare-and-swap. A save never makes the branch: where it is
 * gone, that is a `ledger-gone` for people, and not a fresh start.
 */
export interface LedgerPort {
  /** Makes the branch, for the first track of a repository. One that is there stays as it is. */
  create(): Promise<void>;
  /** The newest commit of the branch that this process has seen or made; undefined where it saw none. */
  latest(): Sha | undefined;
  /** Says what another read found out about the branch. */
  saw(commit: Sha | undefined): void;
  document<T>(path: string, read: ReadText<T>): LedgerDocument<T>;
  /** Many files in few requests, in the order of the paths. */
  read(paths: string[]): Promise<(FileAtRef | undefined)[]>;
  /** The names of the files in a folder. */
  list(folder: string): Promise<string[]>;
  /** Changes several files at once, or none. */
  commit(changes: Change[], message: string): Promise<Committing>;
}
