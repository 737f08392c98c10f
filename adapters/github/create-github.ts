import type { GitHubPort } from "../../core/ports/github.ts";
import { createCommitFiles } from "./commit-files.ts";
import { createEditsOf } from "./edits-of.ts";
import { createGates } from "./gates.ts";
import { createGitData } from "./git-data.ts";
import { createLook } from "./look.ts";
import { createNeverEdited } from "./never-edited.ts";
import { createOpenThreads } from "./open-threads.ts";
import { createPulls } from "./pulls.ts";
import { type Connection, read, toGsdError } from "./request.ts";
import { createSetRefs } from "./set-refs.ts";
import { createThreads } from "./threads.ts";
import { createWriteTexts } from "./write-texts.ts";

/** Whose GitHub it is; `turn` is shared by connections that write to the same repository. Only a bench brings time of its own. */
export type NewGitHub = Pick<Connection, "client" | "owner" | "repo" | "pace"> &
  Partial<Pick<Connection, "turn" | "sleep" | "now" | "onLimit">> & {
    /** How long it may wait for limits to end, all in all; by default not at all. */
    patienceMs?: number;
  };

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** GitHub as gsd sees it, for one repository. */
export function createGitHub(options: NewGitHub): GitHubPort {
  const {
    client,
    owner,
    repo,
    pace,
    turn = { at: 0 },
    sleep = wait,
    now = () => performance.now(),
    onLimit = () => {},
    patienceMs = 0,
  } = options;
  const patientUntil = now() + patienceMs;
  const about = { client, owner, repo, pace, turn, node: {} };
  const connection: Connection = { ...about, sleep, now, onLimit, patientUntil };
  const gitData = createGitData(connection);
  const { repos } = client.rest;
  return {
    owner,
    name: repo,
    pause: (milliseconds) => sleep(Math.min(milliseconds, pace.backoffMs * 10)),
    async repository() {
      const raw = await read(connection, () => repos.get({ owner, repo }));
      if (!raw)
        throw toGsdError({
          status: 404,
          message: `The repository ${owner}/${repo} cannot be read with this token.`,
        });
      return { defaultBranch: raw.default_branch };
    },
    async permissionOf(username) {
      const raw = await read(connection, () =>
        repos.getCollaboratorPermissionLevel({ owner, repo, username }),
      );
      return raw?.permission ?? "none";
    },
    ...createThreads(connection),
    ...createEditsOf(connection),
    ...createNeverEdited(connection),
    ...createPulls(connection),
    ...createOpenThreads(connection),
    ...gitData,
    ...createGates(connection),
    ...createLook(connection, gitData.blobText),
    ...createCommitFiles(connection),
    ...createSetRefs(connection),
    ...createWriteTexts(connection),
  };
}
