/** The hosts in a lockfile's addresses, in the order of their first mention. */
export function findHosts(text: string): string[] {
  const names = [...text.matchAll(/\bhttps?:\/\/(?:[^\s/@"']{1,100}@)?([a-z0-9.-]{3,253})(?=[:/"'\s)]|$)/gi)];
  const hosts = names
    .map((match) => match[1]!.toLowerCase())
    .filter((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name));
  return [...new Set(hosts)].slice(0, 10);
}
