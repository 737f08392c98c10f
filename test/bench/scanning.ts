import { scanCode, scanSecrets } from "../../core/scan/scan-change.ts";

const count = 10_000;

/** Lines by what they are made for: the first as people write them, the others to keep patterns busy. */
const forms: Record<string, (at: number) => string> = {
  "plain code": (at) => `  const value${at} = read(name, { at: ${at} }); // some words about it`,
  "tokens that never end": () => "ghs_1_".repeat(13),
  "tokens that end too often": () => "ghs_1_a.b".repeat(9),
  "addresses without an end": () => "mongodb://a:b".repeat(6),
  "beginnings of keys": () => "-----BEGIN PRIVATE KEY-----AAAA",
  "Base64 without end": () => "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0123456789abcdefghijklmnopqrstuvwxyzAB",
  hexadecimal: () => "6162636465666768696a6b6c6d6e6f70".repeat(3),
  "strings put together": () => '"a" + '.repeat(13),
  "blanks after quotes": () => `"${" ".repeat(78)}+`,
  "commands for a shell": () => "curl a curl b curl c sudo -E -H sudo -E chmod -R -R chmod",
  "calls that may be code": () => "exec(`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa exec(`aaaaaaaaaaaaaaaaaaaaaaaa",
};

function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** A plain loop over the same lines: what nobody can be faster than. */
function readPlainly(text: string): number {
  let sum = 0;
  for (const line of text.split("\n")) for (let at = 0; at < line.length; at += 1) sum += line.charCodeAt(at);
  return sum;
}

/** The scanner on 10,000 new lines of a kind, in milliseconds of this process, and against a plain loop over the same lines. */
export function measureScanning(): { lines: string; "ms per 1,000": number; "times a plain loop": number }[] {
  const rows = Object.entries(forms).map(([lines, lineOf]) => {
    const text = Array.from({ length: count }, (_, at) => lineOf(at)).join("\n");
    const change = { files: [{ path: "src/a.ts", text }], base: () => undefined };
    const scan = () => void [scanSecrets(change), scanCode(change)];
    scan();
    const [own, plain] = [milliseconds(scan), milliseconds(() => void readPlainly(text))];
    return {
      lines,
      "ms per 1,000": Math.round((own / count) * 10_000) / 10,
      "times a plain loop": Math.round(own / Math.max(plain, 0.1)),
    };
  });
  return rows;
}
