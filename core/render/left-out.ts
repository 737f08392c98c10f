import type { LeftOut } from "../detect/left-out.ts";
import type { Note } from "../model/note.ts";
import { code, inline } from "../text/foreign.ts";
import { codeList, list, pick } from "./phrases.ts";
import { tellTroubles } from "./setup.ts";

/** What gsd guessed and does without: why, and what to write. One text for all of them. */
export function leftOutText(notes: readonly Note[]): string[] {
  const left = notes.filter((note) => note.type === "left-out");
  return left.length === 0 ? [] : [inline(tellLeftOut(left).join(" "))];
}

/** The same as sentences. */
export function tellLeftOut(notes: readonly LeftOut[]): string[] {
  const tools = [...new Set(notes.flatMap(({ missing }) => missing ?? []))];
  return [
    ...tools.map((tool) => {
      const commands = notes.filter(({ missing }) => missing === tool);
      return `gsd guessed ${commandsOf(commands)} and left ${them(commands)} out: ${code(tool)} is not installed here.`;
    }),
    ...notes.flatMap(unreached),
    ...withoutSetup(notes.filter((note) => note.missing === undefined && note.unreached === undefined)),
    `${lackOf(notes)} Write what works here into \`.github/gsd.yml\` (${list(linesFor(notes, "…"))}) or do without ${them(notes)} (${list(linesFor(notes, "false"))}), then comment \`/resume\`.`,
  ];
}

function lackOf(notes: readonly LeftOut[]): string {
  const checks = notes.filter(({ name }) => name !== "setup");
  return checks.length === 0 ? "Nothing was installed." : `Nothing is checked by ${them(checks)}.`;
}

function unreached(note: LeftOut): string[] {
  if (!note.unreached) return [];
  const guessed = `gsd guessed ${commandsOf([note])} and left it out: the packages could not be fetched.`;
  return [guessed, ...tellTroubles(note.unreached, note.hosts ?? [])];
}

function withoutSetup(notes: readonly LeftOut[]): string[] {
  if (notes.length === 0) return [];
  const fail = pick(notes.length, "it fails", "they fail");
  return [
    `gsd guessed ${commandsOf(notes)} and left ${them(notes)} out: ${fail} here without the dependencies, which were not installed.`,
  ];
}

function commandsOf(notes: readonly LeftOut[]): string {
  return codeList(notes.map(({ command }) => command.slice(0, 150)));
}

function them(notes: readonly LeftOut[]): string {
  return pick(notes.length, "it", "them");
}

/** The lines of the configuration that say it. */
function linesFor(notes: readonly LeftOut[], value: string): string[] {
  const commands = notes.filter(({ name }) => name !== "setup").map(({ name }) => `${name}: ${value}`);
  return [
    ...(notes.some(({ name }) => name === "setup") ? [code(`setup: { command: ${value} }`)] : []),
    ...(commands.length > 0 ? [code(`commands: { ${commands.join(", ")} }`)] : []),
  ];
}
