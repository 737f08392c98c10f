import type { TestCounts } from "../model/manifest.ts";

/** A runner's own summary: how it is found, and what it says. */
interface Runner {
  /** Each match is one run of it. */
  summary: RegExp;
  read: (match: RegExpExecArray) => TestCounts;
}

/** The number before each of these words. */
function sumOf(text: string, words: string): number {
  const found = text.matchAll(new RegExp(`(\\d[\\d,]*)\\s+(?:${words})\\b`, "gi"));
  return [...found].reduce((sum, match) => sum + Number((match[1] ?? "0").replaceAll(",", "")), 0);
}

const read =
  (ran: string, skipped: string) =>
  ([text]: RegExpExecArray): TestCounts => ({ ran: sumOf(text, ran), skipped: sumOf(text, skipped) });

/** What `node --test` and others that speak TAP write, one number on each line. */
function readTap(match: RegExpExecArray): TestCounts {
  const of = (word: string) => Number(new RegExp(`^[#ℹ] ${word} (\\d+)`, "m").exec(match[0])?.[1] ?? 0);
  return { ran: of("pass") + of("fail"), skipped: of("skipped") + of("todo") };
}

const runners: readonly Runner[] = [
  // vitest: "      Tests  2 failed | 10 passed | 1 skipped (13)"
  {
    summary: /^[ \t]*Tests[ \t]{2,}[^\n]*\(\d+\)[ \t]*$/gm,
    read: read("passed|failed", "skipped|todo"),
  },
  // jest: "Tests:       1 failed, 1 skipped, 10 passed, 12 total"
  { summary: /^Tests:[ \t]+[^\n]*\btotal[ \t]*$/gm, read: read("passed|failed", "skipped|todo|pending") },
  // node:test
  { summary: /^[#ℹ] tests \d+\n(?:^[#ℹ] \w+ [\d.]+\n?)+/gm, read: readTap },
  // mocha: "  10 passing (2s)", then "  1 pending" and "  2 failing"
  {
    summary: /^[ \t]*\d+ passing\b[^\n]*(?:\n[ \t]*\d+ (?:pending|failing)\b[^\n]*)*/gm,
    read: read("passing|failing", "pending"),
  },
  // pytest: "===== 1 failed, 9 passed, 1 skipped in 0.12s =====", and without the lines by -q
  {
    summary:
      /^=*[ \t]*(?:no tests ran|\d+ (?:passed|failed|skipped|deselected|errors?|xfailed|xpassed|warnings?))\b[^\n]*\bin [\d.]+s[^\n]*$/gm,
    read: read("passed|failed|errors?|xfailed|xpassed", "skipped|deselected"),
  },
  // unittest: "Ran 12 tests in 0.004s", then "OK (skipped=2)"
  {
    summary: /^Ran \d+ tests? in [^\n]*(?:\n\n?(?:OK|FAILED|NO TESTS RAN)[^\n]*)?/gm,
    read: ([text]) => {
      const all = Number(/^Ran (\d+)/.exec(text)?.[1] ?? 0);
      const skipped = Number(/skipped=(\d+)/.exec(text)?.[1] ?? 0);
      return { ran: all - skipped, skipped };
    },
  },
  // cargo: "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out"
  {
    summary: /^test result: [^\n]*\d+ passed;[^\n]*$/gm,
    read: read("passed|failed", "ignored|filtered out"),
  },
  // rspec: "12 examples, 0 failures, 1 pending"
  {
    summary: /^\d+ examples?, \d+ failures?[^\n]*$/gm,
    read: ([text]) => {
      const skipped = sumOf(text, "pending");
      return { ran: sumOf(text, "examples?") - skipped, skipped };
    },
  },
  // minitest: "12 runs, 20 assertions, 0 failures, 0 errors, 1 skips"
  {
    summary: /^\d+ (?:runs|tests), \d+ assertions,[^\n]*$/gm,
    read: ([text]) => {
      const skipped = sumOf(text, "skips|pendings|omissions");
      return { ran: sumOf(text, "runs|tests") - skipped, skipped };
    },
  },
  // maven and gradle: "Tests run: 12, Failures: 0, Errors: 0, Skipped: 1" of the whole, which has no time
  {
    summary: /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+[ \t]*$/gm,
    read: ([text]) => {
      const of = (word: string) => Number(new RegExp(`${word}: (\\d+)`).exec(text)?.[1] ?? 0);
      return { ran: of("Tests run") - of("Skipped"), skipped: of("Skipped") };
    },
  },
  // phpunit: "OK (12 tests, 30 assertions)", or "Tests: 12, Assertions: 30, Skipped: 1."
  { summary: /^OK \(\d+ tests?, [^\n]*\)$/gm, read: read("tests?", "skipped") },
  {
    summary: /^Tests: \d+, Assertions: \d+[^\n]*$/gm,
    read: ([text]) => {
      const of = (word: string) => Number(new RegExp(`${word}: (\\d+)`).exec(text)?.[1] ?? 0);
      const skipped = of("Skipped") + of("Incomplete");
      return { ran: of("Tests") - skipped, skipped };
    },
  },
  // mix: "12 tests, 0 failures, 1 skipped"
  {
    summary: /^(?:\d+ doctests?, )?\d+ tests?, \d+ failures?[^\n]*$/gm,
    read: ([text]) => {
      const skipped = sumOf(text, "skipped|excluded");
      return { ran: sumOf(text, "tests?|doctests?") - skipped, skipped };
    },
  },
];

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** How many tests a command ran, by what it wrote; undefined where its output does not tell. */
export function countTests(output: string): TestCounts | undefined {
  const plain = output.replaceAll(colours, "").replaceAll("\r", "");
  const runs = runners.flatMap(({ summary, read: readOne }) =>
    [...plain.matchAll(summary)].map((match) => readOne(match)),
  );
  const go = countGo(plain);
  const all = go ? [...runs, go] : runs;
  if (all.length === 0) return undefined;
  return all.reduce((sum, { ran, skipped }) => ({ ran: sum.ran + ran, skipped: sum.skipped + skipped }));
}

/** `go test -v` names each test; without `-v` only its packages can be counted, and those without tests. */
function countGo(output: string): TestCounts | undefined {
  const count = (pattern: RegExp) => [...output.matchAll(pattern)].length;
  const named = count(/^[ \t]*--- (?:PASS|FAIL): /gm);
  const skipped = count(/^[ \t]*--- SKIP: /gm);
  if (named + skipped > 0) return { ran: named, skipped };
  const packages = count(/^(?:ok|FAIL)[ \t]+\S+[ \t]+(?:[\d.]+s|\(cached\))(?![^\n]*\[no tests to run\])/gm);
  const empty = count(/^\?[ \t]+\S+[ \t]+\[no test files\]|^ok[ \t][^\n]*\[no tests to run\]/gm);
  return packages + empty > 0 ? { ran: packages, skipped: 0 } : undefined;
}
