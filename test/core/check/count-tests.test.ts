import { describe, expect, it } from "vitest";
import { countTests } from "../../../core/check/count-tests.ts";
import { countSignals } from "../../../core/check/signals/count-signals.ts";
import { aCheck } from "../../builders/a-manifest.ts";

describe("the output of a command tells how many tests ran", () => {
  it.each([
    [
      "vitest",
      "\u001b[2m Test Files \u001b[22m 3 passed (3)\n      Tests  1 failed | 10 passed | 2 skipped | 1 todo (14)\n   Start at  04:01\n",
      { ran: 11, skipped: 3 },
    ],
    [
      "jest",
      "Test Suites: 2 passed, 2 total\nTests:       1 failed, 2 skipped, 9 passed, 12 total\nSnapshots:   0 total\n",
      { ran: 10, skipped: 2 },
    ],
    ["mocha", "\n  10 passing (2s)\n  1 pending\n  2 failing\n\n  1) math\n", { ran: 12, skipped: 1 }],
    [
      "node:test with its own reporter",
      "ℹ tests 5\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 1\nℹ duration_ms 12.5\n",
      { ran: 3, skipped: 2 },
    ],
    [
      "node:test as TAP",
      "1..2\n# tests 2\n# suites 0\n# pass 2\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n",
      { ran: 2, skipped: 0 },
    ],
    ["pytest", "==== 1 failed, 9 passed, 2 skipped, 1 xfailed in 0.12s ====\n", { ran: 11, skipped: 2 }],
    ["pytest -q", "...s\n3 passed, 1 skipped in 0.01s\n", { ran: 3, skipped: 1 }],
    ["pytest without tests", "==== no tests ran in 0.01s ====\n", { ran: 0, skipped: 0 }],
    ["unittest", "Ran 12 tests in 0.004s\n\nOK (skipped=2)\n", { ran: 10, skipped: 2 }],
    [
      "go test -v",
      "=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample.com/a\t0.01s\n",
      { ran: 2, skipped: 1 },
    ],
    [
      "go test, which only names packages",
      "ok  \texample.com/a\t0.01s\nok  \texample.com/b\t(cached)\n?   \texample.com/c\t[no test files]\n",
      { ran: 2, skipped: 0 },
    ],
    [
      "cargo test, with several crates",
      "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests x\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
      { ran: 7, skipped: 1 },
    ],
    ["rspec", "Finished in 0.1 seconds\n12 examples, 0 failures, 2 pending\n", { ran: 10, skipped: 2 }],
    ["minitest", "12 runs, 20 assertions, 0 failures, 0 errors, 1 skips\n", { ran: 11, skipped: 1 }],
    ["maven", "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1\n", { ran: 11, skipped: 1 }],
    ["phpunit", "OK (12 tests, 30 assertions)\n", { ran: 12, skipped: 0 }],
  ])("of %s", (_, output, counts) => {
    expect(countTests(output)).toEqual(counts);
  });

  it.each(["", "all good", "Compiled 12 files", "3 tests are planned"])("not where it is %j", (output) => {
    expect(countTests(output)).toBeUndefined();
  });
});

describe("fewer tests than on the base", () => {
  const base = [{ name: "test", ran: 12, skipped: 1 }];
  const of = (tests?: { ran: number; skipped: number }, ok = true) =>
    countSignals([aCheck({ name: "test", command: "npm test", ok, ...(tests ? { tests } : {}) })], base);

  it("are a signal, and so is an output that no longer tells", () => {
    expect(of({ ran: 3, skipped: 1 })).toEqual([
      { code: "fewer-tests", command: "npm test", before: 12, after: 3 },
    ]);
    expect(of()).toEqual([{ code: "fewer-tests", command: "npm test", before: 12 }]);
    expect(of({ ran: 12, skipped: 4 })).toEqual([
      { code: "more-skipped", command: "npm test", before: 1, after: 4 },
    ]);
  });

  it("are none where as many run, where the command fails, or where nothing is known of the base", () => {
    expect(of({ ran: 12, skipped: 0 })).toEqual([]);
    expect(of({ ran: 3, skipped: 0 }, false)).toEqual([]);
    expect(countSignals([aCheck({ name: "test" })], [])).toEqual([]);
  });
});
