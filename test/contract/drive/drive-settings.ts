import { type Drivers, placeOf, refused } from "./visitor.ts";

/** What an owner sets up, and what others see of it. */
export async function driveSettings(drivers: Drivers): Promise<void> {
  const { repos, actions } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  drivers.configure({
    rulesets: [{ name: "bots", include: ["gsd/**"], rules: ["creation", "deletion", "non_fast_forward"] }],
    organizationSecrets: ["SHARED_KEY"],
    actions: { enabled: true, allowed: "selected", githubOwned: true, patterns: ["octo/*"] },
  });
  await repos.getBranchRules({ ...place, branch: "gsd/1-search" });
  await repos.getBranchRules({ ...place, branch: "main" });
  const { data: main } = await repos.getBranch({ ...place, branch: "main" });
  const ref = { ...place, ref: "refs/heads/gsd/1-search", sha: main.commit.sha };
  await refused(422, drivers.installation.rest.git.createRef(ref));
  await actions.getGithubActionsPermissionsRepository(place);
  await actions.getAllowedActionsRepository(place);
  await actions.setGithubActionsPermissionsRepository({ ...place, enabled: true, allowed_actions: "all" });
  drivers.configure({ rulesets: [] });
  const team = { org: "octo", team_slug: "reviewers" };
  await drivers.maintainer.rest.teams.getMembershipForUserInOrg({ ...team, username: "grace" });
  await refused(404, drivers.maintainer.rest.teams.getMembershipForUserInOrg({ ...team, username: "ada" }));
  await actions.listRepoSecrets(place);
  await actions.listRepoOrganizationSecrets(place);
  await actions.enableWorkflow({ ...place, workflow_id: "ci.yml" });
  await repos.update({ ...place, allow_rebase_merge: false });
  await repos.update({ ...place, allow_rebase_merge: true });
}
