/** Where a repository lies, by the address of a remote. */
export interface RemotePlace {
  host: string;
  owner: string;
  name: string;
}

/** `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`; undefined for what is no such address. */
export function parseRemote(address: string): RemotePlace | undefined {
  const short = /^(?:[\w.-]+@)?([\w.-]+):([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address);
  const long =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+(?::\d+)?)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      address,
    );
  const [, host, owner, name] = long ?? short ?? [];
  return host && owner && name ? { host, owner, name } : undefined;
}

/** `owner/name`, as `--repo` takes it. */
export function parseRepository(text: string): { owner: string; name: string } | undefined {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(text) ?? [];
  return owner && name ? { owner, name } : undefined;
}

/** `owner/name@<full sha>`, as `--pin` takes it. */
export function parsePin(text: string): { repository: string; sha: string } | undefined {
  const [, repository, sha] = /^([\w.-]+\/[\w.-]+)@([0-9a-f]{40})$/.exec(text) ?? [];
  return repository && sha ? { repository, sha } : undefined;
}
