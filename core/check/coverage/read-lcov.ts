/** How often each line of a file ran, by its number. */
export type LineHits = ReadonlyMap<number, number>;

/** More of it says nothing that a person would read. */
const mostFiles = 20_000;
const mostLines = 1_000_000;

/** Where a report was found: its own path, and the folder that the tests ran in. */
interface Origin {
  file: string;
  root: string;
}

/** Reads a report of tests (lcov): which lines could run, and how often they did. What it does not understand it leaves out. */
export function readLcov(text: string, origin: Origin): Map<string, LineHits> {
  const files = new Map<string, Map<number, number>>();
  let hits: Map<number, number> | undefined;
  let left = mostLines;
  for (const line of text.split(/\r?\n/)) {
    const [, tag = "", value = ""] = /^([A-Z]+):(.*)$/.exec(line) ?? [];
    if (line === "end_of_record") hits = undefined;
    if (tag === "SF") {
      const path = pathInRepository(value.trim(), origin);
      hits = path === undefined ? undefined : files.get(path);
      if (path === undefined || hits || files.size >= mostFiles) continue;
      hits = new Map();
      files.set(path, hits);
    }
    const counted = tag === "DA" && hits && left > 0 ? /^(\d{1,8}),(\d{1,15})/.exec(value) : null;
    if (!counted || !hits) continue;
    left -= 1;
    const number = Number(counted[1]);
    // A file may be told of twice, by two runs: a line ran if it ran in either.
    hits.set(number, Math.max(hits.get(number) ?? 0, Number(counted[2])));
  }
  return files;
}

/** Tools name files from the top of the disk, from where they ran, or from the package that the report is of. */
function pathInRepository(named: string, { file, root }: Origin): string | undefined {
  const path = named.replaceAll("\\", "/");
  const own = packageOf(file);
  const isAbsolute = root !== "" && path.startsWith(`${root}/`);
  const isOfRoot = isAbsolute || own === "" || path.startsWith("/") || path.startsWith(own);
  const inside = isAbsolute ? path.slice(root.length + 1) : isOfRoot ? path : `${own}${path}`;
  if (inside === "" || inside.startsWith("/") || /^[A-Za-z]:/.test(inside)) return undefined;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== "..") parts.push(part);
  }
  return parts.length > 0 ? parts.join("/") : undefined;
}

/** The folder that a report tells of: `packages/a/coverage/lcov.info` is one of `packages/a/`. */
function packageOf(file: string): string {
  return file.replace(/^\.\//, "").replace(/(coverage\/)?[^/]*$/, "");
}
