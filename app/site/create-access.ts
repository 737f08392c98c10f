import { createClient } from "../../adapters/github/create-client.ts";
import { toGsdError } from "../../adapters/github/request.ts";
import { allPages } from "../../adapters/github/threads.ts";
import { askLeave, type Leave } from "../../adapters/pages/ask-leave.ts";
import type { RepositoryName } from "../../web/source.ts";
import type { GitHubApp } from "../create-github-app.ts";

/** Asks GitHub with the token of whoever looks. What it does not say, they may not. */
export interface Access {
  /** Repositories with the App on them in which somebody gave them a role. */
  repositories(token: string): Promise<RepositoryName[]>;
  may(token: string, repository: RepositoryName, freshness?: "known" | "new"): Promise<Leave>;
}

export interface AccessOptions {
  apiUrl: string;
  app: Pick<GitHubApp, "installationOf">;
  now(): Date;
}

/** An answer counts this long. */
const goodForMs = 30_000;
const remembered = 5_000;
/** More are not listed; their pages can be opened by their address. */
const mostListed = 1_000;
const patienceMs = 10_000;

export function createAccess({ apiUrl, app, now }: AccessOptions): Access {
  const leaves = createMemo<Leave>(now);
  const lists = createMemo<RepositoryName[]>(now);
  const installed = createMemo<boolean>(now);
  const ask = (token: string) => createClient({ token, baseUrl: apiUrl, requestMs: patienceMs }).rest;

  const isInstalled = (of: RepositoryName) =>
    installed(nameOf(of), "known", async () => {
      const place = { owner: of.owner, repo: of.name };
      return (await app.installationOf(place)) !== undefined;
    });
  const findLeave = async (token: string, repository: RepositoryName): Promise<Leave> => {
    const leave = await askLeave({ apiUrl, token }, repository);
    return leave === "nothing" || (await isInstalled(repository)) ? leave : "nothing";
  };
  return {
    repositories: (token) => lists(token, "known", () => listRepositories(ask(token))),
    may: (token, repository, freshness = "known") =>
      leaves(`${token} ${nameOf(repository)}`, freshness, () => findLeave(token, repository)),
  };
}

type Rest = ReturnType<typeof createClient>["rest"];

async function listRepositories({ apps }: Rest): Promise<RepositoryName[]> {
  try {
    const installations = await allPages(
      async (page) =>
        (await apps.listInstallationsForAuthenticatedUser({ per_page: 100, page })).data.installations,
    );
    const found: RepositoryName[] = [];
    for (const { id: installation_id, suspended_at } of installations) {
      if (suspended_at || found.length >= mostListed) continue;
      const repositories = await allPages(async (page) => {
        const list = { installation_id, per_page: 100, page };
        return (await apps.listInstallationReposForAuthenticatedUser(list)).data.repositories;
      });
      found.push(...repositories.map(({ owner, name }) => ({ owner: owner.login, name })));
    }
    return found.slice(0, mostListed);
  } catch (error) {
    throw toGsdError(error);
  }
}

function nameOf({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`.toLowerCase();
}

/** Keeps answers for a short while; questions at the same time are asked once, and a failure is no answer. */
function createMemo<T>(now: () => Date) {
  const known = new Map<string, { at: number; answer: Promise<T> }>();
  return (key: string, freshness: "known" | "new", ask: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    const last = known.get(key);
    if (last && freshness === "known" && at - last.at < goodForMs) return last.answer;
    const entry = { at, answer: ask() };
    known.delete(key);
    known.set(key, entry);
    entry.answer.catch(() => {
      if (known.get(key) === entry) known.delete(key);
    });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return entry.answer;
  };
}
