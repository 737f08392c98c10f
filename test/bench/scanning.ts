import { scanCode, scanSecrets } from "../../core/scan/scan-change.ts";

const count = 10_000;

/** In which file lines stand decides which checks look at them. */
const paths: Readonly<Record<string, string>> = {
  "lines of a workflow": ".github/workflows/a.yml",
  "beginnings of expressions": ".github/workflows/a.yml",
  "commands for a shell": "run.sh",
  "downloads that nobody runs": "run.sh",
  "letters of two scripts": "src/a.ts",
  "calls of Python": "tool.py",
  "a lockfile of yarn": "yarn.lock",
  "a lockfile of pnpm": "pnpm-lock.yaml",
  "packages that are nearly known": "requirements.txt",
};

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
  "lines that go on": () => "eval((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
  "comments that begin": () => `/* ${"/* * ".repeat(15)}`,
  "ends of lines that git does not know": () => "a\r\u2028\u2029".repeat(20),
  "letters of two scripts": () => "a\u0434".repeat(40),
  "lines of a workflow": () => `permissions: contents: ${"read, contents: ".repeat(4)}`,
  "beginnings of expressions": () => `run: ${"\u0024{{ github.event.".repeat(4)}`,
  "downloads that nobody runs": () => "curl | wget < ( curl | wget sh -c sh -c source <( bash <( ".repeat(2),
  "calls of Python": () => "subprocess.run(a, os.system('a' subprocess.run(f'a' exec( eval( compile(",
  "a lockfile of yarn": (at) => `"a${at}@npm:^1.0.0, b@npm:^1.0.0, c@npm:1": resolution: "a@npm:1"`,
  "a lockfile of pnpm": (at) => `  a@${at}: resolution: {tarball: https://r.dev/a/-/${at}`,
  "packages that are nearly known": (at) => `requestz${at}-${"beautifulsoup".slice(at % 9)}==1.0.0`,
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
    const change = { files: [{ path: paths[lines] ?? "src/a.ts", text }], base: () => undefined };
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
