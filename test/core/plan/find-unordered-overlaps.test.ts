import { describe, expect, it } from "vitest";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import type { TaskId } from "../../../core/model/ids.ts";
import { checkBacklog } from "../../../core/plan/check-backlog.ts";
import { createClaims } from "../../../core/plan/claims.ts";
import { findUnorderedOverlaps } from "../../../core/plan/find-unordered-overlaps.ts";
import { dependenciesOf } from "../../../core/plan/graph.ts";
import { type Chance, createChance } from "../../builders/random.ts";
import { rounds } from "../../builders/rounds.ts";
import { aBacklog, aTask } from "./a-backlog.ts";

const idOf = (index: number) => `T${String(index + 1).padStart(2, "0")}` as TaskId;

/** Tasks with these hints, in a row where they should wait for one another. */
function tasksWith(count: number, hints: (index: number) => string[], { inRow = false } = {}): BacklogTask[] {
  return Array.from({ length: count }, (_, index) =>
    aTask({
      id: idOf(index),
      depends_on: inRow && index > 0 ? [idOf(index - 1)] : [],
      scope: { files_hint: hints(index) },
    }),
  );
}

/** Every pair looked at, as plainly as can be. */
function meetsAnywhere(tasks: BacklogTask[]): boolean {
  return tasks.some((a, at) =>
    tasks.slice(at + 1).some((b) => {
      const claims = createClaims();
      claims.add(a.scope.files_hint);
      const ordered = dependenciesOf(tasks, a.id).has(b.id) || dependenciesOf(tasks, b.id).has(a.id);
      return !ordered && claims.meet(b.scope.files_hint);
    }),
  );
}

function aRandomHint(chance: Chance): string {
  const names = ["a", "b", "*", "a*", "**", "?", "{a,b}"];
  return Array.from({ length: 1 + chance.number(3) }, () => chance.pick(names)).join("/");
}

function aRandomBacklog(chance: Chance): BacklogTask[] {
  return Array.from({ length: 2 + chance.number(6) }, (_, index) =>
    aTask({
      id: idOf(index),
      depends_on: Array.from({ length: index }, (_, other) => other).flatMap((other) =>
        chance.oneIn(2) ? [idOf(other)] : [],
      ),
      scope: { files_hint: Array.from({ length: 1 + chance.number(2) }, () => aRandomHint(chance)) },
    }),
  );
}

describe("tasks that share files and do not wait for one another", () => {
  it("are found whenever there are any, whatever the graph and the globs", () => {
    const chance = createChance(20);
    let sharing = 0;
    for (let round = 0; round < rounds(3_000); round += 1) {
      const tasks = aRandomBacklog(chance);
      const { overlaps, complete } = findUnorderedOverlaps(tasks);
      expect(complete).toBe(true);
      const expected = meetsAnywhere(tasks);
      expect({ tasks, found: overlaps.length > 0 }).toEqual({ tasks, found: expected });
      if (expected) sharing += 1;
    }
    expect(sharing).toBeGreaterThan(rounds(500));
    expect(sharing).toBeLessThan(rounds(2_900));
  });

  it.each([
    ["files of their own", (index: number) => [`src/m${index % 100}/f${index}.ts`], {}],
    ["folders of their own", (index: number) => [`src/m${index}/**`, `test/m${index}/*.test.ts`], {}],
    ["one file, in a row", () => ["src/index.ts"], { inRow: true }],
    ["one glob, in a row", () => ["**/*.ts"], { inRow: true }],
  ])("are looked for in ten thousand tasks: %s", (_, hints, options) => {
    const tasks = tasksWith(10_000, hints, options);
    expect(findUnorderedOverlaps(tasks)).toEqual({ overlaps: [], complete: true });
  });

  it.each([
    ["long patterns", 120, (index: number) => globs(100, (at) => `${"*a".repeat(90)}${index}x${at}`)],
    ["many patterns", 1_000, (index: number) => globs(100, (at) => `**/a${index}b${at}*`)],
    ["braces", 1_000, (index: number) => globs(10, (at) => `*${"{a,b}".repeat(6)}${index}x${at}`)],
    ["deep patterns", 300, (index: number) => [`${"*/".repeat(90)}${index}`]],
    ["any folders", 300, (index: number) => [`${"**/*a/".repeat(30)}${index}`]],
  ])("are not looked for beyond what can be compared: %s", (_, count, hints) => {
    const started = performance.now();
    const tasks = tasksWith(count, hints);
    expect(findUnorderedOverlaps(tasks).complete).toBe(false);
    const problems = checkBacklog({ version: 1, tasks }, { protectedPaths: [] });
    expect(problems.map(({ message }) => message)).toContain(
      "contain too many globs to compare; name files or folders instead",
    );
    // Minutes, where every pair is compared to its end.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("a hint that cannot be compared", () => {
  const messageFor = (hint: string) =>
    checkBacklog(aBacklog({ scope: { files_hint: [hint] } }), { protectedPaths: [] })[0]?.message;

  it("is refused for its length", () => {
    expect(messageFor(`src/${"*a".repeat(99)}`)).toContain(
      "of T01 is a pattern of 202 characters; the limit is 200: name a folder instead",
    );
    expect(messageFor(`src/${"a".repeat(400)}.ts`)).toBeUndefined();
  });

  it.each(["{a,b}".repeat(7), `{${"a,".repeat(64)}b}`, "{a,{b,{c,d}}}{e,f}{g,h}{i,j}{k,l}{m,n}"])(
    "is refused for what its braces stand for: %s",
    (hint) => {
      expect(messageFor(hint)).toContain("stands for more than 64 paths by its braces");
    },
  );

  it("is allowed where the braces stand for few", () => {
    expect(messageFor("src/{a,b}/{c,d,e}.{ts,tsx}")).toBeUndefined();
    expect(messageFor("app/{id}/page.tsx")).toBeUndefined();
  });
});

function globs(count: number, glob: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => glob(at));
}
