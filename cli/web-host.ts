/** Where people see what an API serves: `github.com` for `https://api.github.com`. */
export function webHost(apiUrl: string): string {
  return new URL(apiUrl).host.replace(/^api\./, "");
}
