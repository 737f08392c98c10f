import { isOpen, type Track } from "../../core/model/track.ts";
import { printable, printableJsonLine } from "../printable.ts";
import { changeLines } from "./change-lines.ts";
import { type Look, lookAfter, lookJson } from "./look.ts";
import { problemText } from "./status-text.ts";
import type { Face, Watcher, WatchOptions } from "./watch.ts";

/** For a log: a line for each thing that is different, with its moment. With `json`, all of it as one line whenever something is. */
export function createLines({ json }: Pick<WatchOptions, "json">, { terminal }: Watcher): Face {
  let before: Look | undefined;
  let told: string | undefined;
  const tellTrouble = (trouble: string | undefined) => {
    // Once, until it is over, however its words change.
    if ((trouble === undefined) === (told === undefined)) return;
    const words =
      trouble === undefined ? "It can be read again" : `${printable(trouble)}. What follows is late`;
    terminal.error(`${stamp()} ${words}.\n`);
    told = trouble;
  };
  return {
    async show(now, trouble) {
      tellTrouble(trouble);
      if (now === before) return;
      if (json) terminal.out(printableJsonLine({ at: new Date().toISOString(), ...lookJson(now) }));
      else {
        const lines = await linesOf(before, now);
        terminal.out(lines.map((line) => `${stamp()} ${line}\n`).join(""));
        terminal.error(newProblems(before, now));
      }
      before = now;
    },
    close() {},
  };

  function newProblems(old: Look | undefined, { problems }: Look): string {
    const known = new Set(old?.problems.map(({ path, what }) => `${path} ${what}`));
    const fresh = problems.filter(({ path, what }) => !known.has(`${path} ${what}`));
    return problemText(fresh, { columns: Number.MAX_SAFE_INTEGER, hasColours: terminal.hasColours });
  }
}

async function linesOf(before: Look | undefined, now: Look): Promise<string[]> {
  const known = new Map<number, Track>(before?.tracks.map((track) => [track.issue, track]));
  const gone = before ? await lookAfter(before, now) : [];
  // What was over before anybody looked is no news.
  const there = now.tracks.filter((track) => now.issue !== undefined || before || isOpen(track));
  const lines = [...there, ...gone].flatMap((track) => changeLines(known.get(track.issue), track));
  return before || lines.length > 0 ? lines : ["No track is open."];
}

function stamp(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
