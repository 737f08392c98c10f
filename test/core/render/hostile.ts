/** A seeded source of numbers, so that what fails once fails again. */
export function random(start: number): () => number {
  let seed = start;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const pieces = [
  "@evil", "@evil/team", "evil@deadbeef1", "x@y.zz",
  "a@-b.cc", "#666", "GH-666", "o/r#666", "fixes ", "Closes: ", "resolved ",
  "https://evil.example/x", "https://github.com/o/r/issues/666", "www.evil.example", "ftp://e.vil", "deadbeefcafe", "/approve", "/merge now",
  "<!-- gsd:sticky 42 -->", "<!-- gsd:state start -->", "<!--", "-->", "<b>", "</b>", "<img src=x>", "</details>", "<", ">", "<a href=x>",
  "![x](https://e.vil)", "[x](https://e.vil)", "[x][a]", "[a]: https://e.vil", "[^1]", "[^1]: x", "[//]: # (x)", "[!WARNING]", "[skip ci]",
  "`", "``", "```", "```\n", "\n```suggestion\n", "\n~~~\n", "~~~", "\n", "\n\n", " ", "  ", "\t", "    ", "\r", "\r\n",
  "*", "**", "_", "~~", "[", "]", "(", ")", "!", "|", "\\", "\\\\", "> ", "\n> ", "\n- ", "\n1. ", "\n# ", "\n---\n", "\n===\n", "\n| a | b |\n|---|---|\n", "|--|",
  "&#64;evil", "&commat;evil", "&lt;", "&", "#", "@", "evil", "6", "$", "$x$", ":", "'", "\"", "a", "b.", "=", "-", "+", "~",
  "\u200b", "\u202e", "\u{e0041}", "\ufe0f", "\u3164", "\u115f", "\u0085", "\u2028", "\0", "\ufeff", "\u00ad", "\ue040",
]; // biome-ignore format: a list of attacks, by kind

/** Pieces of attacks, thrown together. */
export function hostileText(next: () => number): string {
  const length = next() % 30 === 0 ? 60 : 1 + (next() % 12);
  return Array.from({ length }, () => pieces[next() % pieces.length]).join("");
}

/**
 * The same value with hostile text in every string that may be anything: wherever `isValid` still takes it, in whole or cut short.
 * So no field is forgotten that a schema leaves free.
 */
export function withHostileText<T>(value: T, isValid: (value: T) => boolean, next: () => number): T {
  const copy = structuredClone(value);
  const fill = (holder: Record<string, unknown>): void => {
    for (const [key, held] of Object.entries(holder)) {
      if (typeof held === "object" && held !== null) fill(held as Record<string, unknown>);
      if (typeof held !== "string") continue;
      const text = hostileText(next);
      const candidates = [
        text,
        text.slice(0, 200),
        text.slice(0, 40),
        text.replaceAll(/\s/g, "").slice(0, 20),
        held,
      ];
      for (const candidate of candidates) {
        holder[key] = candidate;
        if (isValid(copy)) break;
      }
    }
  };
  fill(copy as Record<string, unknown>);
  return copy;
}

/** The numbers in a value, which our own words may refer to. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

/** Logins in a value, as we would call them. */
export function peopleIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return isLogin(key) ? [value.replaceAll(/[^A-Za-z0-9-]/g, "")] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => peopleIn(held, Array.isArray(value) ? key : name));
}

function isLogin(key: string): boolean {
  return ["by", "login", "requestedBy", "people", "notify"].includes(key);
}
