import { roleNames } from "../../core/model/config/who.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { createBacklog } from "./backlog.ts";
import { createCommitFiles } from "./commit-files.ts";
import { createEditsOf } from "./edits-of.ts";
import { createGates } from "./gates.ts";
import { createGitData } from "./git-data.ts";
import { createInstallState } from "./install-state.ts";
import { createLook } from "./look.ts";
import { createMilestones } from "./milestones.ts";
import { createNeverEdited } from "./never-edited.ts";
import { type NewConnection, openConnection } from "./open-connection.ts";
import { createOpenThreads } from "./open-threads.ts";
import { createOwnReviews } from "./own-reviews.ts";
import { createPulls } from "./pulls.ts";
import { read, toGsdError } from "./request.ts";
import { createSetRefs } from "./set-refs.ts";
import { createThreads } from "./threads.ts";
import { createWriteTexts } from "./write-texts.ts";

/** GitHub as gsd sees it, for one repository. */
export function createGitHub(options: NewConnection): GitHubPort {
  const connection = openConnection(options);
  const { client, owner, repo, pace, sleep } = connection;
  const gitData = createGitData(connection);
  const { repos, teams } = client.rest;
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
      if (!raw) return "none";
      // `permission` has four words only; a role that an organisation made up is known by it.
      return roleNames.find((role) => role === raw.role_name) ?? raw.permission;
    },
    async isInTeam({ org, team, login }) {
      const ask = { org, team_slug: team, username: login };
      const raw = await read(connection, () => teams.getMembershipForUserInOrg(ask));
      return raw?.state === "active";
    },
    ...createThreads(connection),
    ...createBacklog(connection),
    ...createMilestones(connection),
    ...createEditsOf(connection),
    ...createNeverEdited(connection),
    ...createPulls(connection),
    ...createOpenThreads(connection),
    ...createOwnReviews(connection),
    ...gitData,
    ...createGates(connection),
    ...createInstallState(connection),
    ...createLook(connection, gitData.blobText),
    ...createCommitFiles(connection),
    ...createSetRefs(connection),
    ...createWriteTexts(connection),
  };
}
