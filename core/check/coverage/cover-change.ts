import { isData, isTestPath } from "../../detect/test-files.ts";
import { type Coverage, mostMissed, mostUnreported } from "../../model/coverage.ts";
import type { DiffFile } from "../read-patch.ts";
import { languageOf } from "../signals/languages.ts";
import type { LineHits } from "./read-lcov.ts";

/** What tests ran of the lines that a change adds, by a report of theirs. Tests themselves do not count. */
export function coverChange(diff: readonly DiffFile[], report: ReadonlyMap<string, LineHits>): Coverage {
  const coverage: Coverage = { lines: 0, covered: 0, missed: [], unreported: [] };
  for (const file of diff) {
    const added = isTestPath(file.path) ? [] : addedLines(file);
    if (added.length === 0) continue;
    const hits = report.get(file.path);
    if (hits) count(coverage, file.path, { added, hits });
    else if (isCode(file.path) && coverage.unreported.length < mostUnreported)
      coverage.unreported.push(file.path);
  }
  return coverage;
}

/** The numbers of the lines that a file has now and had not before. */
function addedLines({ lines }: DiffFile): number[] {
  const added: number[] = [];
  let number = 0;
  for (const { sign } of lines) {
    if (sign !== "-") number += 1;
    if (sign === "+") added.push(number);
  }
  return added;
}

function count(
  coverage: Coverage,
  path: string,
  { added, hits }: { added: readonly number[]; hits: LineHits },
): void {
  let last: Coverage["missed"][number] | undefined;
  for (const line of added) {
    const times = hits.get(line);
    if (times === undefined) continue;
    coverage.lines += 1;
    if (times > 0) {
      coverage.covered += 1;
      last = undefined;
      continue;
    }
    // Lines that cannot run, such as blank ones, do not part what no test ran.
    if (last) last.to = line;
    else if (coverage.missed.length < mostMissed) {
      last = { path, from: line, to: line };
      coverage.missed.push(last);
    }
  }
}

function isCode(path: string): boolean {
  return languageOf(path) !== undefined && !isData(path);
}
