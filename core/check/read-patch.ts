/** A line of a file before (`-`), after (`+`), or both. */
export interface DiffLine {
  sign: " " | "+" | "-";
  text: string;
}

/** A changed file with all its lines; none for what is not text. */
export interface DiffFile {
  path: string;
  state: "added" | "deleted" | "changed";
  lines: DiffLine[];
}

/** Reads a patch of git's that was made with `wholePatch`: every line of every changed file, and no renames. */
export function readPatch(patch: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | undefined;
  // Lines that the hunk has left: what stands in a file may look like a header.
  let [before, after] = [0, 0];
  for (const line of patch.split("\n")) {
    if (file && before + after > 0 && /^[ +-]/.test(line)) {
      const sign = line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : " ";
      if (sign !== "+") before -= 1;
      if (sign !== "-") after -= 1;
      file.lines.push({ sign, text: line.slice(1) });
      continue;
    }
    const header = /^diff --git (.+)$/.exec(line);
    if (header) {
      file = { path: pathIn(header[1] ?? ""), state: "changed", lines: [] };
      files.push(file);
      [before, after] = [0, 0];
      continue;
    }
    if (!file) continue;
    if (line.startsWith("new file mode")) file.state = "added";
    if (line.startsWith("deleted file mode")) file.state = "deleted";
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
  }
  return files;
}

/** `a/x b/x`: without renames both are the same. Git quotes names with quotes, backslashes and tabs. */
function pathIn(names: string): string {
  const half = names.slice((names.length + 1) / 2);
  const isQuoted = half.startsWith('"');
  const name = isQuoted ? half.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : half;
  return name.slice("b/".length);
}

/** The lines that a file had, or has. */
export function textOf({ lines }: DiffFile, side: "before" | "after"): string[] {
  const other = side === "before" ? "+" : "-";
  return lines.filter(({ sign }) => sign !== other).map(({ text }) => text);
}

/** How many lines around a change belong to it, as GitHub shows it. */
const context = 3;

/** Whether a place is in a change as GitHub shows it: a changed file, and one of several lines near a changed line of it. */
export function isInDiff(
  diff: readonly DiffFile[],
  { path, line, last_line: last = line }: { path: string; line?: number; last_line?: number },
): boolean {
  const file = diff.find((one) => one.path === path);
  if (!file) return false;
  if (line === undefined || last === undefined) return true;
  if (file.state === "deleted" || file.lines.length === 0) return true;
  if (line > textOf(file, "after").length) return false;
  const end = Math.max(line, last);
  let next = 1;
  for (const { sign } of file.lines) {
    const near = sign === "+" ? next + context : next + context - 1;
    if (sign !== " " && end >= next - context && line <= near) return true;
    if (sign !== "-") next += 1;
  }
  return false;
}
