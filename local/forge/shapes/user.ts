import type { User } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";

/** GitHub's `simple-user`. */
export function simpleUser(world: World, user: User) {
  const api = `${world.urls.api}/users/${encodeURIComponent(user.login)}`;
  const page = user.type === "Bot" ? `apps/${user.login.replace("[bot]", "")}` : user.login;
  return {
    login: user.login,
    id: user.id,
    node_id: `U_${user.id}`,
    avatar_url: `${world.urls.server}/_avatars/${user.id}`,
    gravatar_id: "",
    url: api,
    html_url: `${world.urls.server}/${page}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

/** GitHub's `public-user`. */
export function publicUser(world: World, user: User) {
  return {
    ...simpleUser(world, user),
    name: user.login,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.createdAt,
    updated_at: user.createdAt,
  };
}

/** What the author of a text is to the repository. */
export function association(repo: Repo, user: User): string {
  if (user.login === repo.owner.login) return "OWNER";
  return repo.collaborators.has(user.login.toLowerCase()) ? "COLLABORATOR" : "NONE";
}
