import { isData, isTestPath } from "../../detect/test-files.ts";
import type { Signal } from "../../model/signal.ts";
import { type DiffFile, textOf } from "../read-patch.ts";
import { type FoundTests, findTests, type Place } from "./find-tests.ts";
import { languageOf } from "./languages.ts";
import { createPool } from "./pool.ts";

interface Compared {
  file: DiffFile;
  before: FoundTests;
  after: FoundTests;
}

/** What a change does to tests: those that are gone, skipped, or say less. What is only moved is no signal. */
export function testSignals(diff: readonly DiffFile[]): Signal[] {
  const files = diff.map((file) => ({
    file,
    before: findTests(file.path, textOf(file, "before")),
    after: findTests(file.path, textOf(file, "after")),
  }));
  const countGone = { tests: createCounter(files, "tests"), assertions: createCounter(files, "assertions") };
  const gone = { skips: countLeft(files, "skips"), focuses: countLeft(files, "focuses") };
  return files.flatMap((one) => {
    const lost = countGone.tests(one);
    const fewer = countGone.assertions(one);
    const { path } = one.file;
    const deleted = deletedFile(one, lost, diff);
    const removed: Signal[] = lost > 0 ? [{ code: "tests-removed", path, count: lost }] : [];
    const hollowed: Signal[] = fewer > 0 ? [{ code: "assertions-removed", path, count: fewer }] : [];
    return [
      // One of the three says it: with a test its assertions go, too.
      ...([deleted, removed, hollowed].find((signals) => signals.length > 0) ?? []),
      ...added(one, "skips", gone.skips),
      ...added(one, "focuses", gone.focuses),
    ];
  });
}

/** The places of a list that another does not have, each key as often as it is there. */
function without(places: readonly Place[], others: readonly Place[]): Place[] {
  const pool = createPool(others);
  return places.filter((place) => !pool.take(place.key));
}

/** Counts how many of a file's are in no file any more. One that was only written differently in its file is still there. */
function createCounter(files: readonly Compared[], what: keyof FoundTests): (one: Compared) => number {
  const arrived = createPool(files.flatMap(({ before, after }) => without(after[what], before[what])));
  const left = createPool(files.flatMap(({ before, after }) => without(before[what], after[what])));
  return ({ before, after }) => {
    const gone = without(before[what], after[what]).filter(({ key }) => !arrived.take(key));
    const fresh = without(after[what], before[what]).filter(({ key }) => !left.take(key));
    return Math.max(0, gone.length - fresh.length);
  };
}

function deletedFile({ file, before }: Compared, gone: number, diff: readonly DiffFile[]): Signal[] {
  if (file.state !== "deleted") return [];
  if (gone > 0) return [{ code: "test-file-deleted", path: file.path, count: gone }];
  if (before.tests.length > 0 || languageOf(file.path)) return [];
  // Of a language that we cannot read: a file of its own is taken for one test.
  if (!isTestPath(file.path) || isData(file.path) || isMoved(file, diff)) return [];
  return [{ code: "test-file-deleted", path: file.path, count: 1 }];
}

/** Whether another file has just what this one had. */
export function isMoved(file: DiffFile, diff: readonly DiffFile[]): boolean {
  const texts = newTexts.get(diff) ?? textsOfNew(diff);
  newTexts.set(diff, texts);
  return texts.has(textOf(file, "before").join("\n"));
}

/** What the new files of a change hold: each file that is gone asks for it. */
const newTexts = new WeakMap<readonly DiffFile[], ReadonlySet<string>>();

function textsOfNew(diff: readonly DiffFile[]): ReadonlySet<string> {
  const added = diff.filter(({ state }) => state === "added");
  return new Set(added.map((file) => textOf(file, "after").join("\n")));
}

/** How often each mark has left a file. */
function countLeft(files: readonly Compared[], what: "skips" | "focuses"): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { before, after } of files)
    for (const { key } of without(before[what], after[what])) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Marks that no file had before; those that left another may have come here. A mark does not both come to a file and leave it. */
function added(
  { file, before, after }: Compared,
  what: "skips" | "focuses",
  left: ReadonlyMap<string, number>,
): Signal[] {
  const came = new Map<string, number>();
  const fresh = without(after[what], before[what]).filter(({ key }) => {
    const count = (came.get(key) ?? 0) + 1;
    came.set(key, count);
    return count > (left.get(key) ?? 0);
  });
  const [first] = fresh;
  if (!first) return [];
  const code = what === "skips" ? "tests-skipped" : "tests-focused";
  return [{ code, path: file.path, line: first.line, count: fresh.length, mark: first.mark }];
}
