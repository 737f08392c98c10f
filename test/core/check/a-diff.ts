import { type DiffFile, readPatch } from "../../../core/check/read-patch.ts";

/** What a file was, and is; undefined where it is not there. */
export type Version = string | undefined;

/** A change of whole files: common lines at both ends stay, what is between them is replaced. */
export function aDiff(files: Record<string, [before: Version, after: Version]>): DiffFile[] {
  return readPatch(Object.entries(files).flatMap(patchOf).join("\n"));
}

function patchOf([path, [before, after]]: [string, [Version, Version]]): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    `diff --git a/${path} b/${path}`,
    ...(before === undefined ? ["new file mode 100644"] : []),
    ...(after === undefined ? ["deleted file mode 100644"] : []),
    `@@ -1,${old.length} +1,${now.length} @@`,
    ...old.slice(0, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...now.slice(now.length - end).map((line) => ` ${line}`),
  ];
}

function linesOf(text: Version): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}
