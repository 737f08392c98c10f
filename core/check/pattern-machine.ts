import type { Fits, Holds, Machine, State } from "./match-line.ts";

/** A pattern, taken apart. */
export type Part =
  | { type: "character"; fits: Fits }
  | { type: "assertion"; holds: Holds }
  | { type: "sequence" | "choice"; parts: Part[] }
  | { type: "repeat"; part: Part; least: number; most: number };

/** More would be slow on each character of a line. */
const mostStates = 500;

/** The states that a pattern can be in. What is counted is written out so often. */
export function assemble(part: Part): Machine {
  const states: State[] = [{ type: "end" }];
  const start = add(states, part, 0);
  return { states, start };
}

/** Adds the states of a part in front of another; gives the first of them. */
function add(states: State[], part: Part, next: number): number {
  switch (part.type) {
    case "character":
      return push(states, { type: "character", fits: remembered(part.fits), next });
    case "assertion":
      return push(states, { type: "assertion", holds: part.holds, next });
    case "sequence":
      return part.parts.reduceRight((after, one) => add(states, one, after), next);
    case "choice":
      return push(states, { type: "either", next: part.parts.map((one) => add(states, one, next)) });
    case "repeat":
      return addRepeat(states, part, next);
  }
}

function addRepeat(
  states: State[],
  { part, least, most }: Extract<Part, { type: "repeat" }>,
  next: number,
): number {
  let first = next;
  if (most === Infinity) {
    const loop: State = { type: "either", next: [next] };
    first = push(states, loop);
    loop.next.push(add(states, part, first));
  }
  // From the back: those that may be left out come last.
  for (let at = most === Infinity ? 0 : most - least; at > 0; at -= 1)
    first = push(states, { type: "either", next: [next, add(states, part, first)] });
  for (let at = 0; at < least; at += 1) first = add(states, part, first);
  return first;
}

function push(states: State[], state: State): number {
  if (states.length >= mostStates)
    throw new Error(`it repeats too much: written out it has more than ${mostStates} parts`);
  states.push(state);
  return states.length - 1;
}

/** Asks once for each character that is common in code. */
function remembered(fits: Fits): Fits {
  const known: (boolean | undefined)[] = [];
  return (character) => {
    const code = character.charCodeAt(0);
    if (code > 127) return fits(character);
    const answer = known[code] ?? fits(character);
    known[code] = answer;
    return answer;
  };
}
