import type { Note } from "../model/note.ts";
import type { ToolName, ToolPin } from "./tool-pins.ts";
import { compareVersions, formatVersion, type Version, type VersionRange } from "./version-range.ts";

/** A version of a language in a runner's tool cache. */
export interface CachedTool {
  tool: ToolName;
  version: Version;
  /** Where it was unpacked. */
  folder: string;
}

export interface ToolChoice {
  /** One of a language at most. */
  chosen: CachedTool[];
  /** What a person should know: what is not there, cannot be read, or differs. */
  notes: ToolNote[];
}

type ToolNote = Extract<Note, { type: "tool-version" }>;

/** Numbers that have to be equal for another version to stand in for the one that is pinned. */
const lineLength: Readonly<Record<ToolName, number>> = { node: 1, python: 2, go: 2, ruby: 2 };

/** For each language the version that its pins ask for, of those that the runner has; `ownNode` is there in any case. */
export function chooseTools(
  pins: readonly ToolPin[],
  cached: readonly CachedTool[],
  ownNode?: Version,
): ToolChoice {
  const tools = [...new Set(pins.map(({ tool }) => tool))];
  const choices = tools.map((tool) =>
    chooseTool(
      pins.filter((pin) => pin.tool === tool),
      cached.filter((one) => one.tool === tool).sort((a, b) => compareVersions(b.version, a.version)),
      tool === "node" ? ownNode : undefined,
    ),
  );
  return {
    chosen: choices.flatMap(({ chosen }) => chosen),
    notes: choices.flatMap(({ notes }) => notes),
  };
}

/** Both lists are of one language: the pins as they count, the versions newest first. */
function chooseTool(
  pins: readonly ToolPin[],
  cached: readonly CachedTool[],
  present: Version | undefined,
): ToolChoice {
  const unreadable = pins
    .filter(({ range }) => range === undefined)
    .map((pin) => noteOn(pin, { trouble: "unreadable" }));
  const [first, ...others] = pins.filter(hasRange);
  if (!first) return { chosen: [], notes: unreadable };
  const match = findMatch(first, cached);
  const chosen = match ?? findNeighbour(first, cached);
  if (!chosen && present && first.range.accepts(present)) return { chosen: [], notes: unreadable };
  if (!chosen) {
    const has = cached.slice(0, 5).map(({ version }) => formatVersion(version));
    return { chosen: [], notes: [...unreadable, noteOn(first, { trouble: "missing", has })] };
  }
  const used = formatVersion(chosen.version);
  const overruled = others
    .filter(({ range }) => !range.accepts(chosen.version))
    .map((pin) => noteOn(pin, { trouble: "overruled", used, by: first.file }));
  const neighbour = match ? [] : [noteOn(first, { trouble: "other-patch", used })];
  return { chosen: [chosen], notes: [...unreadable, ...neighbour, ...overruled] };
}

function hasRange(pin: ToolPin): pin is ToolPin & { range: VersionRange } {
  return pin.range !== undefined;
}

/** The newest that fits; of Go the newest patch of the oldest minor, since go.mod says which version its authors used. */
function findMatch(pin: ToolPin & { range: VersionRange }, cached: readonly CachedTool[]) {
  const fitting = cached.filter(
    ({ version }) => pin.range.accepts(version) && !(pin.isLongTerm && version[0] % 2 === 1),
  );
  const oldest = fitting.at(-1);
  if (pin.tool !== "go" || !oldest) return fitting[0];
  return fitting.find(({ version }) => version[0] === oldest.version[0] && version[1] === oldest.version[1]);
}

/** Runners keep the newest patches only: a whole version that is not there has one in its line that does as well. */
function findNeighbour({ tool, range }: ToolPin & { range: VersionRange }, cached: readonly CachedTool[]) {
  const { exact } = range;
  const line = exact?.slice(0, lineLength[tool]);
  return line && cached.find(({ version }) => line.every((part, at) => part === version[at]));
}

function noteOn(
  { tool, file, wanted }: ToolPin,
  rest: Pick<ToolNote, "trouble"> & Partial<ToolNote>,
): ToolNote {
  return { type: "tool-version", tool, file, wanted, ...rest };
}
