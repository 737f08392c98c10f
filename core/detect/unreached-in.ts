import type { NetworkTrouble, Unreached } from "../model/note.ts";

/** What programs say of a host that they did not reach; the group is its name. */
const signs: readonly { trouble: NetworkTrouble; words: RegExp }[] = [
  { trouble: "no-address", words: /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)/g },
  { trouble: "no-address", words: /Could not resolve host(?:name)?:? '?([\w.-]+)/g },
  { trouble: "no-address", words: /Failed to resolve '([\w.-]+)'/g },
  { trouble: "no-address", words: /lookup ([\w.-]+)(?: on \S+)?: no such host/g },
  { trouble: "refused", words: /connect ECONNREFUSED ([\w.:-]+)/g },
  { trouble: "refused", words: /Failed to connect to ([\w.-]+) port \d+/g },
  { trouble: "unreachable", words: /connect (?:ETIMEDOUT|ENETUNREACH|EHOSTUNREACH) ([\w.:-]+)/g },
];

/** The hosts that a program itself says it did not reach: for those that do not ask our proxy. */
export function unreachedIn(output: string): Unreached[] {
  const found = new Map<string, Unreached>();
  for (const { trouble, words } of signs) {
    for (const [, host = ""] of output.matchAll(words)) found.set(host, { host, trouble });
  }
  return [...found.values()].slice(0, 10);
}
