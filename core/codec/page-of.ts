/** Where people read what an API serves: github.com, an Enterprise Server (`/api/v3`), or a company of its own on ghe.com. */
export function pageOf(apiUrl: string, { owner, repo }: { owner: string; repo: string }): string {
  const { protocol, host, pathname } = new URL(apiUrl);
  const isOwnHost = pathname.replace(/\/+$/, "") === "" && host.startsWith("api.");
  return `${protocol}//${isOwnHost ? host.slice("api.".length) : host}/${owner}/${repo}`;
}
