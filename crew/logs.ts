import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logName } from "../core/codec/keys.ts";
import type { Instant } from "../core/model/ids.ts";
import type { MoveKey } from "../core/recipe/recipe.ts";
import { parseObject } from "../core/text/parse-object.ts";
import type { KnownChange } from "./trees/own-changes.ts";

/** The log of one member in one round. */
export interface MemberLog {
  usageFile: string;
  /** Keeps what it is told; of several tries the last. */
  asked(prompt: string): void;
  /** Keeps a piece of progress, and shows it under the member's name. */
  onProgress(text: string): void;
  /** Puts the whole of a try, with its last words, in the place of its progress. */
  keep(transcript: string): void;
}

/** An agent at work. */
export interface UnderWay extends MoveKey {
  role: string;
  engine: string;
  model?: string;
  /** Since when. */
  at: Instant;
}

/** What rescue has to know of a crew that was killed; beside the transcripts, never in the artifact. */
export interface CrewState {
  /** What the own tree held before anyone worked in it; absent until then, or where nobody does. */
  before?: readonly KnownChange[];
  underWay: UnderWay[];
}

export interface Logs {
  of(key: MoveKey): MemberLog;
  save(state: CrewState): void;
}

/** `logs/<step>.<round>.<member>.txt` for everyone, written as it comes, so that it is there whatever happens; beside it its prompt. */
export function createLogs(folder: string, show: (line: string) => void): Logs {
  mkdirSync(folder, { recursive: true });
  return {
    of(key) {
      const file = join(folder, `${logName.format(key)}.txt`);
      const label = `[${[key.id, key.round, key.member].filter((part) => part !== "").join(" ")}]`;
      let kept = "";
      return {
        usageFile: usageFile(folder, key),
        asked: (prompt) => writeFileSync(join(folder, `${logName.format(key)}.prompt.md`), prompt),
        onProgress(text) {
          appendFileSync(file, text.endsWith("\n") ? text : `${text}\n`);
          for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) if (line.trim()) show(`${label} ${line}`);
        },
        keep(transcript) {
          kept += transcript.endsWith("\n") ? transcript : `${transcript}\n`;
          writeFileSync(file, kept);
        },
      };
    },
    save(state) {
      const path = join(folder, stateName);
      writeFileSync(`${path}.part`, JSON.stringify(state));
      renameSync(`${path}.part`, path);
    },
  };
}

/** Where a member's requests to its model are counted. */
export function usageFile(folder: string, key: MoveKey): string {
  return join(folder, `${logName.format(key)}.usage.jsonl`);
}

const stateName = "crew.json";

/** What a crew last said of itself; nothing if it had not begun. */
export function readCrewState(folder: string): CrewState | undefined {
  try {
    return parseObject(readFileSync(join(folder, stateName), "utf8")) as CrewState | undefined;
  } catch {
    return undefined;
  }
}

/** After a crew that came to its end: nobody has to rescue it, and where nobody said anything there is no log. */
export function forgetCrewState(folder: string): void {
  rmSync(join(folder, stateName), { force: true });
}
