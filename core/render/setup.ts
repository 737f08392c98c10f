import type { NetworkTrouble, Unreached } from "../model/note.ts";
import { code } from "../text/foreign.ts";
import { codeList, few, list, pick } from "./phrases.ts";

interface Failure {
  command: string;
  /** "ended with exit code 1". */
  how: string;
  /** What it was allowed to reach. */
  hosts: readonly string[];
  unreached: readonly Unreached[];
  guessed: boolean;
  tail: string;
}

/** Why a setup failed: how it ended, what it wanted and did not get, what to write, and the end of its output below. */
export function setupFailed({ command, how, hosts, unreached, guessed, tail }: Failure): string {
  const sentences = [
    `The setup ${code(command)} ${how}.`,
    ...tellTroubles(unreached, hosts),
    ...(unreached.length === 0 && isDistrusted(tail) ? [distrusted] : []),
    ...(guessed
      ? [
          "gsd found this command in the repository's files; if you install in another way, write it as `setup: { command: … }` in `.github/gsd.yml`.",
        ]
      : []),
  ];
  return `${sentences.join(" ")}\n${tail}`;
}

const words: Readonly<Record<Exclude<NetworkTrouble, "not-allowed">, (hosts: string) => string>> = {
  "not-public": (hosts) =>
    `${hosts} has an address that is not public: a setup cannot reach it from here, whatever \`setup.hosts\` says.`,
  "no-address": (hosts) => `${hosts} was not found by name: check its spelling, and the runner's DNS.`,
  "not-a-name": (hosts) =>
    `It asked for ${hosts}, which is not a full host name: a setup reaches hosts by name only.`,
  tls: (hosts) => `The connection to ${hosts} was ended: it did not begin with TLS for that name.`,
  refused: (hosts) => `${hosts} refused the connection.`,
  unreachable: (hosts) => `${hosts} did not answer.`,
};

export function tellTroubles(unreached: readonly Unreached[], allowed: readonly string[]): string[] {
  const of = (trouble: NetworkTrouble) => [
    ...new Set(unreached.filter((one) => one.trouble === trouble).map(({ host }) => host)),
  ];
  const unlisted = of("not-allowed");
  const others = Object.entries(words).flatMap(([trouble, write]) => {
    const hosts = unreached.filter((one) => one.trouble === trouble).map(({ host }) => host);
    return hosts.length > 0 ? [write(list(few([...new Set(hosts)].map(code))))] : [];
  });
  if (unlisted.length === 0) return others;
  return [
    `It tried to reach ${codeList(unlisted)}, which ${pick(unlisted.length, "is", "are")} not allowed. If you trust ${pick(unlisted.length, "it", "them")}, write ${hostsLine([...allowed, ...unlisted])} into \`.github/gsd.yml\`.`,
    ...others,
  ];
}

/** The line that allows these hosts: a list that is written is all there is. */
export function hostsLine(hosts: readonly string[]): string {
  const written = [...new Set(hosts)].map((host) => (host.includes(":") ? JSON.stringify(host) : host));
  return code(`setup: { hosts: [${written.slice(0, 20).join(", ")}] }`);
}

const certificates =
  /self[- ]signed certificate|unable to (get local issuer|verify the first) certificate|CERTIFICATE_VERIFY_FAILED|certificate has expired|x509: certificate|SSL certificate problem/i;

/** Only the program inside sees a server's certificate. */
function isDistrusted(tail: string): boolean {
  return certificates.test(tail);
}

const distrusted =
  "A server's TLS certificate was not accepted: install the certificate of your registry or proxy on the runner.";

/** Why a person has to look at a change before its packages are installed: they come from elsewhere. */
export function installsFrom(path: string, hosts: readonly string[], allowed: readonly string[]): string {
  const them = pick(hosts.length, "it", "them");
  return `${code(path)} takes packages from ${codeList([...hosts])}, where nothing came from before, so gsd did not install them. If you trust ${them}, write ${hostsLine([...allowed, ...hosts])} into \`.github/gsd.yml\` on the default branch.`;
}

/** The same: something new would run beside the network. */
export function installsCode(path: string, what: string): string {
  return `${code(path)} changes what runs while packages are installed (${what}), with a way to the package hosts, so gsd did not install them. Make this part of the change yourself on the default branch, if you want it.`;
}
