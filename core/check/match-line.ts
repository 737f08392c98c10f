export type Fits = (character: string) => boolean;
/** Whether something is true between two characters; undefined stands for the end of the line. */
export type Holds = (before: string | undefined, after: string | undefined) => boolean;

export type State =
  | { type: "end" }
  | { type: "character"; fits: Fits; next: number }
  | { type: "assertion"; holds: Holds; next: number }
  | { type: "either"; next: number[] };

export interface Machine {
  states: State[];
  start: number;
}

/** All states that a machine can be in at once, before it sees the next character; what follows is worked out when it is asked for. */
interface Mode {
  states: number[];
  /** A character like the one before; undefined at the start of the line. */
  before: string | undefined;
  /** By code for those below 128, which are most. */
  after: (Mode | undefined)[];
  /** Whether the pattern is found if the line ends here. */
  ends?: boolean;
}

const found: Mode = { states: [], before: undefined, after: [] };
/** More are forgotten and worked out again: memory has an end, too. */
const mostModes = 1_000;

/** Finds a pattern in lines. All ways are followed at once, so that each character of a line is looked at once. */
export function createMatch(machine: Machine): (line: string) => boolean {
  const modes = new Map<string, Mode>();
  const modeFor = (states: number[], before: string | undefined): Mode => {
    const key = `${before ?? ""}${states.join()}`;
    if (modes.size > mostModes) modes.clear();
    const mode = modes.get(key) ?? { states, before, after: [] };
    modes.set(key, mode);
    return mode;
  };
  const follow = (mode: Mode, character: string): Mode => {
    const reached = reach(machine, mode, character);
    if (reached === "end") return found;
    const next = reached.flatMap((state) => (state.fits(character) ? [state.next] : []));
    return modeFor([...new Set(next)].sort(), /^\w$/.test(character) ? "w" : " ");
  };
  return (line) => {
    let mode = modeFor([], undefined);
    for (let at = 0; at < line.length; at += 1) {
      const code = line.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      const next = mode.after[code] ?? follow(mode, String.fromCodePoint(code));
      if (code < 128) mode.after[code] = next;
      if (next === found) return true;
      mode = next;
    }
    mode.ends ??= reach(machine, mode, undefined) === "end";
    return mode.ends;
  };
}

type Waiting = Extract<State, { type: "character" }>;

/** The states that wait for a character, between this mode and what comes after; each once, so that a loop of nothing ends. */
function reach({ states, start }: Machine, mode: Mode, after: string | undefined): Waiting[] | "end" {
  const seen = new Set<number>();
  const waiting: Waiting[] = [];
  const stack = [...mode.states, start];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = states[at];
    if (!state || state.type === "end") return "end";
    if (state.type === "character") waiting.push(state);
    else if (state.type === "either") stack.push(...state.next);
    else if (state.holds(mode.before, after)) stack.push(state.next);
  }
  return waiting;
}
