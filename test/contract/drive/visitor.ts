import type { Octokit } from "@octokit/rest";
import type { ActionsHost } from "../../../local/actions-port.ts";
import type { RepoSettings } from "../../../local/forge/state/repository.ts";

/** Who drives the forge once through all its routes. */
export interface Drivers {
  owner: string;
  repo: string;
  /** A person who may do everything. */
  maintainer: Octokit;
  /** Another one, since nobody approves their own pull request. */
  writer: Octokit;
  /** With the App's JWT. */
  app: Octokit;
  /** With a token of the App's installation. */
  installation: Octokit;
  /** With a token that a person gave the App, and as the App that has one. */
  signedIn: Octokit;
  giveBack(): Promise<void>;
  host: ActionsHost;
  /** What an owner sets up on a page that has no route of ours. */
  configure(change: Partial<RepoSettings>): void;
}

/** A type, not an interface: Octokit takes only objects that may hold more. */
export type Place = { owner: string; repo: string };

export function placeOf({ owner, repo }: Drivers): Place {
  return { owner, repo };
}

/** Lets a refusal pass that the drive is about; anything else that fails is a failure of the test. */
export async function refused(status: number, request: Promise<unknown>): Promise<void> {
  const outcome = await request.then(
    () => "accepted",
    (error: { status?: number }) => error.status,
  );
  if (outcome !== status) throw new Error(`expected a refusal with ${status}, found ${outcome}`);
}
