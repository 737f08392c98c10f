/** A line of a TOML file that gives something a value, with the table that it is in. */
export interface TomlEntry {
  table: string;
  key: string;
  value: string;
}

/** Reads as much of TOML as manifests need: tables, and values, of which lists may go over several lines. */
export function readToml(text: string): TomlEntry[] {
  const entries: TomlEntry[] = [];
  let table = "";
  // Lists that are open in the last entry.
  let depth = 0;
  for (const line of text.split(/\r?\n/)) {
    const words = line.slice(0, 2_000).replace(/^\s{0,200}#.*$/, "");
    const last = entries.at(-1);
    if (last && depth > 0) {
      last.value += ` ${words.trim()}`;
      depth += openedBy(words);
      continue;
    }
    const header = /^\s{0,80}\[{1,2}\s{0,10}([^\]]{1,300}?)\s{0,10}\]{1,2}/.exec(words);
    if (header) table = (header[1] ?? "").replaceAll(/["']/g, "");
    const pair = header ? null : /^\s{0,80}["']?([\w.:-]{1,200})["']?\s{0,40}=\s{0,40}(.*)$/.exec(words);
    if (!pair) continue;
    const [, key = "", value = ""] = pair;
    entries.push({ table, key, value });
    depth = Math.max(0, openedBy(value));
  }
  return entries;
}

/** How many lists a line opens and leaves open; what stands in quotes opens none. */
function openedBy(line: string): number {
  const bare = line.replaceAll(/"[^"]*"|'[^']*'/g, "");
  return (bare.match(/\[/g) ?? []).length - (bare.match(/\]/g) ?? []).length;
}

/** The texts in quotes of a value. */
export function stringsIn(value: string): string[] {
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? "");
}
