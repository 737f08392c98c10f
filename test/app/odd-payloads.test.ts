import { describe, expect, it } from "vitest";
import { createReceiver } from "../../app/create-receiver.ts";
import { handledEvents } from "../../app/handled-events.ts";
import { spotOf, type Work } from "../../app/work.ts";

const place = {
  installation: { id: 3 },
  repository: { id: 5, name: "sample", default_branch: "main", owner: { login: "ada" } },
  sender: { id: 9, login: "ada", type: "User" },
};
const head = { ref: "gsd-task/1/T01", sha: "a".repeat(40) };

/** One of each event, with every field that we read. */
const events: Record<(typeof handledEvents)[number], object> = {
  issues: {
    action: "labeled",
    issue: { number: 1, updated_at: "2026-01-01T00:00:00Z", pull_request: undefined },
    label: { name: "gsd:plan" },
  },
  issue_comment: {
    action: "created",
    issue: { number: 2, body: "<!-- gsd:task 1/T01 --> (plan #2)", pull_request: {} },
    comment: { id: 7, body: "/status", created_at: "2026-01-01T00:00:00Z" },
  },
  pull_request: {
    action: "closed",
    pull_request: { number: 2, merged: true, head, base: { ref: "main" } },
  },
  pull_request_review: {
    action: "submitted",
    review: { id: 8, state: "approved", body: "/approve", commit_id: head.sha, submitted_at: "2026-01-01" },
    pull_request: { number: 2, head },
  },
  push: {
    ref: "refs/heads/main",
    deleted: false,
    head_commit: { message: "Merge pull request #2 from ada/gsd/1-x" },
  },
  status: { sha: head.sha, branches: [{ name: head.ref, commit: { sha: head.sha } }] },
  check_suite: { action: "completed", check_suite: { head_sha: head.sha, head_branch: head.ref } },
  workflow_run: { action: "completed", workflow_run: { head_sha: head.sha, head_branch: head.ref } },
};

const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) as unknown;
const odd: unknown[] = [
  null,
  [],
  {},
  "",
  "x",
  0,
  1,
  -1,
  1.5,
  1e308,
  true,
  false,
  [null],
  [[]],
  [{}],
  deep,
  { length: -1 },
  { toString: null },
  { id: "1" },
  "\u0000",
  "1".repeat(400),
  { __proto__: null, login: {} },
];

/** A payload once for each of its fields and each odd value in that place, and once without the field. */
function* variants(value: unknown): Generator<unknown> {
  yield* odd;
  if (typeof value !== "object" || value === null) return;
  const copy = () => structuredClone(value) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    const { [key]: _, ...without } = copy();
    yield without;
    for (const other of variants((value as Record<string, unknown>)[key])) yield { ...copy(), [key]: other };
  }
}

function aReceiver() {
  const lanes: string[] = [];
  const receive = createReceiver({
    queue: {
      push: async (work: Work) => (lanes.push(spotOf(work).lane) > 0 ? "taken" : "full"),
    },
    ownLogin: () => "gsd-test[bot]",
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  return { receive, lanes };
}

describe("a signed event with a wrong type in a field", () => {
  it.each(handledEvents)("%s is let go or aimed at a real issue, and never throws", async (name) => {
    const { receive, lanes } = aReceiver();
    let count = 0;
    for (const payload of variants({ ...place, ...events[name] })) {
      count += 1;
      await receive({ id: "d", name, payload });
    }
    expect(count).toBeGreaterThan(300);
    // The unharmed fields of some variants are enough for work.
    expect(lanes.length).toBeGreaterThan(0);
    expect(lanes.filter((lane) => !/^[1-9]\d*(#[1-9]\d*)?$/.test(lane))).toEqual([]);
    console.log(`${name}: ${count} forms`);
  });
});
