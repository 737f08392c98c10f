import { coverChange } from "../../core/check/coverage/cover-change.ts";
import { type LineHits, readLcov } from "../../core/check/coverage/read-lcov.ts";
import { usualLcov } from "../../core/model/config/verification.ts";
import type { Coverage } from "../../core/model/coverage.ts";
import type { Crew } from "../crew.ts";
import { readChange } from "../judge-change.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

const mostBytes = 8_000_000;

/** Prints where it is, then each report that is there, with its name above it. Regular files only, and no more than there is room for. */
const print = `pwd; for file in "$@"; do
  if [ -f "$file" ] && [ ! -L "$file" ]; then printf 'gsd-report:%s\\n' "$file"; head -c ${mostBytes / 4} -- "$file"; echo; fi
done`;

/**
 * What the tests that ran in a place wrote down of the change (lcov). It is read inside the sandbox, like everything that commands
 * leave: nothing of it is opened by the host. Undefined where there is no report, or no change to compare it with.
 */
export async function readCoverage(
  crew: Pick<Crew, "input" | "journal">,
  { folder, sandbox }: { folder: string; sandbox: Sandbox },
): Promise<Coverage | undefined> {
  const { config, judging, covers } = crew.input;
  if (!judging && covers === undefined) return undefined;
  const files = config.verification?.lcov ?? usualLcov;
  const end = await sandbox.run({
    argv: ["/bin/sh", "-c", print, "sh", ...files],
    cwd: folder,
    timeoutMs: 30_000,
    maxOutputBytes: mostBytes,
  });
  const report = end.code === 0 ? readReports(end.stdout) : new Map<string, LineHits>();
  if (report.size === 0) return undefined;
  const diff = await readChange(crew);
  return diff && coverChange(diff, report);
}

/** What was printed: the folder, then reports. A report that prints such a line itself only changes where its own paths are looked for. */
function readReports(printed: string): Map<string, LineHits> {
  const [root = "", ...parts] = printed.split(/^gsd-report:/m);
  const files = parts.flatMap((part) => {
    const end = part.indexOf("\n");
    return [...readLcov(part.slice(end + 1), { file: part.slice(0, end), root: root.trim() })];
  });
  return new Map(files);
}
