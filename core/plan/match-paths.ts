import { parseHint } from "./overlap.ts";

/** Whether a path is named by a list of paths, folders and globs; the path itself is taken literally. */
export type Match = (path: string) => boolean;

/** A place in one or more patterns: patterns that begin alike share it. */
interface Place {
  id: number;
  /** Where each next part of a pattern leads: a character, or one of the words below. */
  next: Map<string, Place>;
  /** What may come here any number of times: characters of a name, or whole folders. */
  loops?: "name" | "folders";
  /** For `folders`: where one is amid a folder's name. */
  inside?: Place;
  /** For such a place: where the folder ends. */
  outside?: Place;
  ends: boolean;
}

/** Words for what is not a character: each is longer than one, which has at most two units. */
const longestPoint = 2;
const any = "any";
const name = "name";
const folders = "folders";

/** Places that a path may be at, and where each character leads from there; found out when it is first asked for. */
interface State {
  places: readonly Place[];
  next: Map<string, State>;
  ends: boolean;
  /** Whatever comes, the path is named. */
  isSure: boolean;
}

/** The most places that a list may have, and that are looked at for it. Lists that people write take some thousands. */
const mostPlaces = 100_000;
export const mostWork = 3_000_000;

/**
 * All patterns at once, a step for each character of a path: time grows with what is matched, not with how many patterns
 * there are or how they are written. A list that is made to be hard is answered with `unsure` once its work is used up.
 */
export function createMatch(
  hints: readonly string[],
  { unsure }: { unsure: boolean },
): Match & { work(): number } {
  const machine = createMachine(hints);
  let start: State | undefined;
  /** The state after a folder's name: most paths share theirs with others. */
  const known = new Map<string, State>();
  const match = (path: string) => {
    if (machine.work > mostWork) return unsure;
    start ??= machine.start();
    const cut = path.lastIndexOf("/") + 1;
    const folder = path.slice(0, cut);
    const at = known.get(folder) ?? follow(machine, start, folder);
    known.set(folder, at);
    const { ends } = follow(machine, at, `${path.slice(cut)}/`);
    return machine.work > mostWork ? unsure : ends;
  };
  /** How many places were looked at so far. */
  return Object.assign(match, { work: () => machine.work });
}

type Machine = ReturnType<typeof createMachine>;

function follow(machine: Machine, start: State, text: string): State {
  let state = start;
  for (const point of text) {
    if (state.isSure || state.places.length === 0) return state;
    state = state.next.get(point) ?? machine.step(state, point);
  }
  return state;
}

function createMachine(hints: readonly string[]) {
  const { root, points, work } = plant(hints);
  const states = new Map<string, State>();
  const machine = {
    work,
    start: () => stateOf(withSkips(root)),
    step(state: State, point: string): State {
      // A character that no pattern names leads where any other such does.
      const key = point === "/" || points.has(point) ? point : "";
      const known = state.next.get(key);
      if (known || machine.work > mostWork) return known ?? state;
      machine.work += state.places.length + 1;
      const found = stateOf(state.places.flatMap((place) => placesAfter(place, point)));
      state.next.set(key, found);
      return found;
    },
  };
  function stateOf(places: Place[]): State {
    const distinct = [...new Set(places)].sort((a, b) => a.id - b.id);
    const key = distinct.map(({ id }) => id).join(" ");
    machine.work += places.length;
    const known = states.get(key);
    if (known) return known;
    const isSure = distinct.some(({ ends, loops }) => ends && loops === folders);
    const state = { places: distinct, next: new Map(), ends: distinct.some(({ ends }) => ends), isSure };
    states.set(key, state);
    return state;
  }
  return machine;
}

/** Every pattern as a way from one root. A name ends with a slash, and so does every path. */
function plant(hints: readonly string[]): { root: Place; points: Set<string>; work: number } {
  let size = 0;
  const points = new Set<string>();
  const place = (): Place => ({ id: ++size, next: new Map(), ends: false });
  const root = place();
  const grow = (from: Place, part: string): Place => {
    const known = from.next.get(part);
    if (known) return known;
    const made = place();
    from.next.set(part, made);
    if (part.length <= longestPoint) points.add(part);
    if (part === name || part === folders) made.loops = part;
    if (part === folders) made.inside = { ...place(), outside: made };
    return made;
  };
  for (const pattern of hints.flatMap((hint) => parseHint(hint).patterns)) {
    if (size > mostPlaces) return { root, points, work: Number.POSITIVE_INFINITY };
    pattern.flatMap(partsOf).reduce(grow, root).ends = true;
  }
  return { root, points, work: size };
}

function partsOf(segment: string): string[] {
  if (segment === "**") return [folders];
  const words: Record<string, string> = { "*": name, "?": any };
  return [...[...segment.replaceAll(/\*+/g, "*")].map((point) => words[point] ?? point), "/"];
}

/** What loops may also come not at all. */
function withSkips(place: Place): Place[] {
  const skipped = [place.next.get(name), place.next.get(folders)];
  return [place, ...skipped.flatMap((next) => (next ? withSkips(next) : []))];
}

function placesAfter(place: Place, point: string): Place[] {
  const { outside, loops, inside } = place;
  if (outside) return point === "/" ? withSkips(outside) : [place];
  const found = [place.next.get(point), point === "/" ? undefined : place.next.get(any)].flatMap((next) =>
    next ? withSkips(next) : [],
  );
  if (loops === name && point !== "/") found.push(...withSkips(place));
  if (loops === folders && inside) found.push(...(point === "/" ? withSkips(place) : [inside]));
  return found;
}
