import { connectSettings, type SettingsConnection } from "../../adapters/github/connect-settings.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { type RepositoryFacts, unseen } from "../../core/install/checkup.ts";
import type { InstallNote } from "../../core/render/install.ts";
import { explainGitHub } from "../explain-github.ts";
import type { Place } from "../find-place.ts";

/** What GitHub says of the repository that gsd is installed in, where it can be asked. */
export interface GitHubView {
  facts?: RepositoryFacts;
  connection?: SettingsConnection;
  /** Names of secrets, as far as they can be seen. */
  secrets: string[];
  notes: InstallNote[];
}

interface Question {
  apiUrl: string;
  token: string | undefined;
  place: Place | undefined;
}

/** Asks GitHub; that it cannot be asked is no reason not to write files. */
export async function lookAtGitHub({ apiUrl, token, place }: Question): Promise<GitHubView> {
  if (!place) return { secrets: [], notes: [{ type: "no-remote" }] };
  const name = `${place.owner}/${place.name}`;
  const connection = connectSettings({ apiUrl, token }, place);
  try {
    const facts = await connection.settings.facts();
    if (!facts) return { secrets: [], notes: [{ type: "unseen", name, hasToken: token !== undefined }] };
    if (facts.isArchived)
      throw new GsdError(
        "forbidden",
        `${name} is archived, so nobody can push to it. Unarchive it at the bottom of ${facts.url}/settings, then run it again.`,
      );
    const secrets = token ? await connection.settings.secrets() : unseen;
    const { access } = facts;
    const notes: InstallNote[] =
      access === "read" || access === "triage" ? [{ type: "access", name, access }] : [];
    return { facts, connection, secrets: secrets === unseen ? [] : secrets, notes };
  } catch (error) {
    const failure = explainGitHub(error, apiUrl);
    if (failure instanceof GsdError && failure.code === "unavailable")
      return { secrets: [], notes: [{ type: "offline", why: (error as GsdError).message }] };
    throw failure;
  }
}
