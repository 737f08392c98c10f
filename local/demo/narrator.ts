/** Tells what happens, one line a step: when, who, what, where. */
export interface Narrator {
  say(who: string, what: string, link?: string): void;
}

export function createNarrator(
  write: (line: string) => void,
  now: () => number = () => performance.now(),
): Narrator {
  const start = now();
  return {
    say(who, what, link) {
      const seconds = ((now() - start) / 1000).toFixed(1).padStart(6);
      write([`${seconds}s`, who.padEnd(10), what, link ? `→ ${link}` : ""].join("  ").trimEnd());
    },
  };
}
