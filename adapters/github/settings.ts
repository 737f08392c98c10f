import { GsdError } from "../../core/gsd-error.ts";
import {
  type Access,
  type ActionsFacts,
  accessLevels,
  type MergeMethod,
  type RepositoryFacts,
  type Unseen,
  unseen,
} from "../../core/install/checkup.ts";
import { type Connection, read, write } from "./request.ts";
import { allPages } from "./threads.ts";

/** What an owner can set up in a repository, as far as the token sees it, and what `gsd doctor --fix` changes. */
export function createSettings(connection: Connection) {
  return { ...createSettingsReads(connection), ...createSettingsWrites(connection) };
}

export type Settings = ReturnType<typeof createSettings>;

function createSettingsReads(connection: Connection) {
  const { client, owner, repo } = connection;
  const { repos, actions, issues } = client.rest;
  const place = { owner, repo };
  return {
    async facts(): Promise<RepositoryFacts | undefined> {
      const raw = await read(connection, () => repos.get(place));
      if (!raw) return undefined;
      const [allowed, workflowsOpenPulls] = [await readActions(connection), await readPulls(connection)];
      return {
        name: raw.full_name,
        url: raw.html_url,
        defaultBranch: raw.default_branch,
        isPrivate: raw.private,
        isArchived: raw.archived,
        hasIssues: raw.has_issues,
        access: accessOf(raw.permissions),
        mergeMethods: mergeMethodsOf(raw),
        actions: allowed,
        workflowsOpenPulls,
      };
    },
    /** Those of the labels that exist. */
    labels: (names: string[]) =>
      orUnseen(async () => {
        const found = await Promise.all(
          names.map((name) => read(connection, () => issues.getLabel({ ...place, name }))),
        );
        return found.flatMap((label) => label?.name ?? []);
      }),
    /** The repository's own, and those that its organisation shares with it. */
    secrets: () =>
      orUnseen(async () => {
        const list = { ...place, per_page: 100 };
        const own = await allPages(async (page) => {
          const raw = await read(connection, () => actions.listRepoSecrets({ ...list, page }));
          if (!raw) throw new GsdError("forbidden", "The secrets cannot be listed.");
          return raw.secrets;
        });
        const shared = await allPages(
          async (page) =>
            (await read(connection, () => actions.listRepoOrganizationSecrets({ ...list, page })))?.secrets ??
            [],
        );
        return [...own, ...shared].map(({ name }) => name);
      }),
  };
}

function createSettingsWrites(connection: Connection) {
  const { client, owner, repo } = connection;
  const { repos, actions } = client.rest;
  const place = { owner, repo };
  return {
    /** GitHub wants the token's default permissions with it: they stay as they are. */
    async letWorkflowsOpenPulls(): Promise<void> {
      const get = actions.getGithubActionsDefaultWorkflowPermissionsRepository;
      const now = await read(connection, () => get(place));
      const set = actions.setGithubActionsDefaultWorkflowPermissionsRepository;
      const kept = { default_workflow_permissions: now?.default_workflow_permissions ?? "read" } as const;
      await write(connection, () => set({ ...place, ...kept, can_approve_pull_request_reviews: true }));
    },
    async allowMergeMethod(method: MergeMethod): Promise<void> {
      const field = {
        merge: "allow_merge_commit",
        squash: "allow_squash_merge",
        rebase: "allow_rebase_merge",
      };
      await write(connection, () => repos.update({ ...place, [field[method]]: true }));
    },
    async enableWorkflow(path: string): Promise<void> {
      const workflow_id = path.split("/").at(-1) ?? path;
      await write(connection, () => actions.enableWorkflow({ ...place, workflow_id }));
    },
    async enableActions(): Promise<void> {
      await write(connection, () =>
        actions.setGithubActionsPermissionsRepository({ ...place, enabled: true }),
      );
    },
    async enableIssues(): Promise<void> {
      await write(connection, () => repos.update({ ...place, has_issues: true }));
    },
  };
}

/** A refusal means that this token may not see it; nothing else. */
async function orUnseen<T>(look: () => Promise<T>): Promise<T | Unseen> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof GsdError && ["forbidden", "unauthorized"].includes(error.code)) return unseen;
    throw error;
  }
}

function readActions(connection: Connection): Promise<ActionsFacts | Unseen> {
  const { client, owner, repo } = connection;
  const { actions } = client.rest;
  return orUnseen(async () => {
    const raw = await read(connection, () => actions.getGithubActionsPermissionsRepository({ owner, repo }));
    if (!raw) return unseen;
    const allowed = raw.allowed_actions ?? "all";
    const some =
      allowed === "selected"
        ? await read(connection, () => actions.getAllowedActionsRepository({ owner, repo }))
        : undefined;
    return {
      enabled: raw.enabled,
      allowed,
      githubOwned: some?.github_owned_allowed ?? false,
      patterns: some?.patterns_allowed ?? [],
    };
  });
}

function readPulls(connection: Connection): Promise<boolean | Unseen> {
  const { client, owner, repo } = connection;
  const ask = client.rest.actions.getGithubActionsDefaultWorkflowPermissionsRepository;
  return orUnseen(async () => {
    const raw = await read(connection, () => ask({ owner, repo }));
    return raw?.can_approve_pull_request_reviews ?? unseen;
  });
}

function accessOf(switches: Record<string, boolean | undefined> | undefined): Access {
  const fields = { read: "pull", triage: "triage", write: "push", maintain: "maintain", admin: "admin" };
  return accessLevels.findLast((level) => switches?.[fields[level]] === true) ?? "read";
}

interface RawMerges {
  allow_merge_commit?: boolean;
  allow_squash_merge?: boolean;
  allow_rebase_merge?: boolean;
}

/** GitHub shows them to people who may push. */
function mergeMethodsOf(raw: RawMerges): MergeMethod[] | Unseen {
  if (raw.allow_squash_merge === undefined) return unseen;
  const methods: [MergeMethod, boolean | undefined][] = [
    ["merge", raw.allow_merge_commit],
    ["squash", raw.allow_squash_merge],
    ["rebase", raw.allow_rebase_merge],
  ];
  return methods.filter(([, isAllowed]) => isAllowed).map(([method]) => method);
}
