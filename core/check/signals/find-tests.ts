import { isTestPath } from "../../detect/test-files.ts";
import { type Language, languageOf } from "./languages.ts";

/** Something that was found in a file. */
export interface Place {
  /** What it is known by, wherever it is moved to. */
  key: string;
  /** Counts from 1. */
  line: number;
  /** The characters that told. */
  mark: string;
}

/** What the tests of a file are. */
export interface FoundTests {
  tests: Place[];
  skips: Place[];
  focuses: Place[];
  assertions: Place[];
}

export const noTests: FoundTests = { tests: [], skips: [], focuses: [], assertions: [] };

/** Finds tests by the look of their lines; nothing in comments counts, nor in files that hold no tests. */
export function findTests(path: string, lines: readonly string[]): FoundTests {
  const language = languageOf(path);
  if (!language || !holdsTests(path, language, lines)) return noTests;
  const live = liveLines(language, lines);
  const find = (patterns: readonly RegExp[]) => live.flatMap((one) => findIn(patterns, one));
  const hollow = new Set(find(language.hollow).map(({ line }) => line));
  return {
    tests: live.flatMap((one, at) => findIn(language.test, one, () => nameBelow(live, at))),
    skips: find(language.skip),
    focuses: find(language.focus),
    assertions: find(language.assertion).filter(({ line }) => !hollow.has(line)),
  };
}

function holdsTests(path: string, language: Language, lines: readonly string[]): boolean {
  if (isTestPath(path)) return true;
  return language.inSource === true && lines.some((line) => language.test.some((test) => test.test(line)));
}

interface LiveLine {
  text: string;
  number: number;
}

/** The lines that are not comments. Very long ones are cut: nobody reads them, and patterns should not have to. */
function liveLines({ comment, block }: Language, lines: readonly string[]): LiveLine[] {
  const live: LiveLine[] = [];
  let inBlock = false;
  for (const [index, line] of lines.entries()) {
    if (inBlock) {
      inBlock = !block.end.test(line);
      continue;
    }
    if (block.start.test(line)) {
      const rest = line.replace(block.start, "");
      inBlock = !block.end.test(rest);
      continue;
    }
    if (!comment.test(line)) live.push({ text: line.slice(0, 500), number: index + 1 });
  }
  return live;
}

function findIn(
  patterns: readonly RegExp[],
  { text, number }: LiveLine,
  name?: () => string | undefined,
): Place[] {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const named = match.slice(1).findLast((group) => group !== undefined);
    const key = named ?? name?.() ?? text.replaceAll(/\s+/g, " ").trim();
    return [
      {
        key,
        line: number,
        mark: match[0]
          .trim()
          .replace(/^[^\w@#[/.&]+/, "")
          .slice(0, 60),
      },
    ];
  }
  return [];
}

const named = /\b(?:fn|fun|func|function|void|def|Task(?:<[^>]*>)?)\s+(?:<[^>]*>\s*)?(`[^`]+`|\w+)/;

/** The name of a test that an attribute announces, such as Rust's and Java's. */
function nameBelow(live: readonly LiveLine[], at: number): string | undefined {
  for (const { text } of live.slice(at, at + 6)) {
    const match = named.exec(text);
    if (match) return match[1];
  }
  return undefined;
}
