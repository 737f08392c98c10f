import { type RootFiles, textOf } from "./detect.ts";
import { asObject, own, readObject } from "./read-object.ts";
import { parseRange, type VersionRange } from "./version-range.ts";

/** Languages whose version a repository can pin, as runners keep them in their tool cache. */
const toolNames = ["node", "python", "go", "ruby"] as const;
export type ToolName = (typeof toolNames)[number];

/** What one file of a repository says about the version of a language. */
export interface ToolPin {
  tool: ToolName;
  file: string;
  /** As it is written there. */
  wanted: string;
  /** Absent where gsd cannot read it. */
  range?: VersionRange;
  /** The newest even major, whatever its number: `lts/*`. */
  isLongTerm?: true;
}

/** Who says it, those that count most first. */
const sources: readonly [ToolName, string, (text: string) => string | undefined][] = [
  ["node", ".nvmrc", firstLine],
  ["node", ".node-version", firstLine],
  ["node", ".tool-versions", (text) => inToolVersions(text, ["nodejs", "node"])],
  ["node", "package.json", (text) => inManifest(text, "volta") ?? inManifest(text, "engines")],
  ["python", ".python-version", firstLine],
  ["python", ".tool-versions", (text) => inToolVersions(text, ["python"])],
  ["go", "go.mod", inGoMod],
  ["go", ".tool-versions", (text) => inToolVersions(text, ["golang", "go"])],
  ["ruby", ".ruby-version", firstLine],
  ["ruby", ".tool-versions", (text) => inToolVersions(text, ["ruby"])],
];

/** What a repository's files pin, as they were committed: strangers may have written them, so nothing of them becomes a path. */
export function findToolPins(files: RootFiles): ToolPin[] {
  return sources.flatMap(([tool, file, read]) => {
    const text = textOf(files, file);
    const wanted = text === undefined ? undefined : read(text)?.slice(0, 100);
    return wanted === undefined || wanted === "system" ? [] : [pinOf(tool, file, wanted)];
  });
}

/** Names of Node's lines with long-term support. */
const longTerm: Readonly<Record<string, string>> = {
  "lts/gallium": "16",
  "lts/hydrogen": "18",
  "lts/iron": "20",
  "lts/jod": "22",
  "lts/krypton": "24",
};
const newest = ["node", "latest", "current", "stable", "*"];

function pinOf(tool: ToolName, file: string, wanted: string): ToolPin {
  const pin: ToolPin = { tool, file, wanted };
  const word = wanted.toLowerCase();
  if (tool === "node" && /^(lts\/\*|lts)$/.test(word)) return { ...pin, range: anyVersion, isLongTerm: true };
  if (newest.includes(word)) return { ...pin, range: anyVersion };
  const range = parseRange((Object.hasOwn(longTerm, word) && longTerm[word]) || languageVersion(tool, word));
  return range ? { ...pin, range } : pin;
}

const anyVersion: VersionRange = { accepts: () => true };

/** Each language has a way of its own to write a version; what go.mod names is the oldest that will do. */
function languageVersion(tool: ToolName, word: string): string {
  if (tool === "go") return `>=${word.replace(/^go/, "")}`;
  return tool === "ruby" ? word.replace(/^ruby-/, "") : word;
}

/** Later lines are for others, or comments. */
function firstLine(text: string): string | undefined {
  const lines = text.slice(0, 10_000).split("\n");
  return lines.map((line) => line.replace(/#.*/, "").trim()).find((line) => line !== "");
}

/** `nodejs 20.11.1 18.0.0`: the first that is named. */
function inToolVersions(text: string, names: readonly string[]): string | undefined {
  for (const line of text.slice(0, 100_000).split("\n", 1_000)) {
    const [name = "", version] = line.replace(/#.*/, "").trim().split(/\s+/, 2);
    if (names.includes(name) && version !== undefined) return version;
  }
  return undefined;
}

function inManifest(text: string, key: "volta" | "engines"): string | undefined {
  const version = own(asObject(own(readObject(text) ?? {}, key)) ?? {}, "node");
  return typeof version === "string" && version.trim() !== "" ? version.trim() : undefined;
}

function inGoMod(text: string): string | undefined {
  const head = text.slice(0, 100_000);
  return /^toolchain[ \t]+(go[\d.]+)/m.exec(head)?.[1] ?? /^go[ \t]+([\d.]+\S*)/m.exec(head)?.[1];
}
