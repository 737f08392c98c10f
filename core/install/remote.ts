/** Where a repository lies, by the address of a remote. */
export interface RemotePlace {
  host: string;
  owner: string;
  name: string;
}

const path = String.raw`([\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$`;
const withScheme = new RegExp(
  String.raw`^(https?|git|ssh|git\+ssh|ssh\+git):\/\/(?:[^@/]*@)?([\w.-]+(?::\d+)?)\/+${path}`,
  "i",
);
const ofSsh = new RegExp(String.raw`^()(?:[\w.-]+@)?([\w.-]+):\/?${path}`);

/** `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`; undefined for what is no such address. */
export function parseRemote(address: string): RemotePlace | undefined {
  const [, scheme = "", host, owner, name] =
    withScheme.exec(address.trim()) ?? ofSsh.exec(address.trim()) ?? [];
  return host && owner && name ? { host: plainHost(scheme, host), owner, name } : undefined;
}

/** A host as people know it: in small letters, without ssh's port, and none of the other names that GitHub has for itself. */
function plainHost(scheme: string, host: string): string {
  const lower = host.toLowerCase();
  const known = /^http/i.test(scheme) ? lower : lower.replace(/:\d+$/, "");
  return /^(?:www|ssh)\.github\.com$/.test(known) ? "github.com" : known;
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
