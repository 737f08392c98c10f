/** What `setup.hosts` takes: `name`, `name:8443`, `http://name`. */
const full = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const address =
  /(?:\b[a-z+]*\+)?\b(https?):\/\/(?:[^\s/@"']{1,200}@)?([a-z0-9.-]{3,253})(?::(\d{1,5}))?(?=[/"'\s),;|#?\]]|$)/gi;

/** As many as the configuration may list. */
export const mostHosts = 20;

/** The hosts of the addresses in a text, as `setup.hosts` writes them, in the order of their first mention. */
export function hostsIn(text: string): string[] {
  const found = [...text.matchAll(address)].flatMap(([, scheme = "", name = "", port]) =>
    asHost(scheme.toLowerCase(), name.toLowerCase(), port),
  );
  return [...new Set(found)].slice(0, mostHosts);
}

function asHost(scheme: string, name: string, port: string | undefined): string[] {
  if (!full.test(name)) return [];
  const plain = scheme === "http";
  const usual = plain ? 80 : 443;
  const number = Number(port ?? usual);
  if (number < 1 || number > 65_535) return [];
  return [`${plain ? "http://" : ""}${name}${number === usual ? "" : `:${number}`}`];
}
