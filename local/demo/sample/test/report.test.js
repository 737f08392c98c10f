import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../src/report.js";

test("adds up by category, largest first", () => {
  const entries = [
    { category: "tea", amount: 3 },
    { category: "rent", amount: 900 },
    { category: "tea", amount: 4 },
  ];
  assert.deepEqual(report(entries), [
    { category: "rent", total: 900 },
    { category: "tea", total: 7 },
  ]);
});
