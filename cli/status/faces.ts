import { viewRepository } from "../../core/view/view-repository.ts";
import { type TrackView, viewTrack } from "../../core/view/view-track.ts";
import { printable } from "../printable.ts";
import { type Screen, screenOf } from "../screen.ts";
import { sourceText } from "../source-text.ts";
import type { Terminal } from "../terminal.ts";
import { changesBetween } from "./changes.ts";
import { type Sight, withWords } from "./sight.ts";
import { problemText, repositoryText, trackText } from "./status-text.ts";

/** Who is shown what is seen, and what keeps us from seeing more. */
export interface Face {
  show(sight: Sight): void;
  tell(trouble: string): void;
  close(): void;
}

export interface FaceOptions {
  issue: number | undefined;
  json?: boolean;
  plain?: boolean;
}

/** A picture on a terminal, else lines; `stopped` is called when a person at the terminal has seen enough. */
export function createFace(options: FaceOptions, terminal: Terminal, stopped: () => void): Face {
  const screen = screenOf(terminal, options.plain === true || options.json === true);
  if (screen) return liveFace(options, { terminal, screen, stopped });
  return options.json ? jsonFace(terminal) : plainFace(terminal);
}

interface Live {
  terminal: Terminal;
  screen: Screen;
  stopped: () => void;
}

function liveFace({ issue }: FaceOptions, { terminal, screen, stopped }: Live): Face {
  let sight: Sight | undefined;
  let trouble = "";
  const draw = () => {
    const { columns, rows } = screen.size();
    const text = picture(issue, sight, { ...terminal, columns });
    screen.draw(
      cutTo(text, rows - 2, [trouble ? `! ${printable(trouble)}` : "", "q or Ctrl-C ends this."], columns),
    );
  };
  screen.open({ resized: draw, stopped });
  // Times go on where nothing else changes.
  const timer = setInterval(draw, 10_000);
  return {
    show(now) {
      [sight, trouble] = [now, ""];
      draw();
    },
    tell(words) {
      trouble = words;
      draw();
    },
    close() {
      clearInterval(timer);
      screen.close();
      // The last picture stays where people can scroll back to it.
      terminal.out(picture(issue, sight, terminal));
    },
  };
}

function picture(issue: number | undefined, sight: Sight | undefined, terminal: Terminal): string {
  if (!sight) return "";
  const { tracks, source, problems } = sight;
  const [track] = tracks;
  const text =
    issue !== undefined && track
      ? trackText(viewTrack(track), track, terminal)
      : repositoryText(viewRepository(tracks), terminal);
  return text + sourceText(source, terminal) + problemText(problems, terminal);
}

/** What does not fit is counted: a picture that scrolls is none. */
function cutTo(text: string, rows: number, foot: string[], columns: number): string[] {
  const lines = text.trimEnd().split("\n");
  const shown =
    lines.length <= rows ? lines : [...lines.slice(0, rows - 1), `… ${lines.length - rows + 1} more lines`];
  return [...shown, ...foot.map((line) => line.slice(0, columns))];
}

function plainFace(terminal: Terminal): Face {
  let before: TrackView[] = [];
  let trouble = "";
  const say = (line: string) =>
    terminal.out(`${new Date().toISOString().slice(0, 19)}Z ${printable(line)}\n`);
  return {
    show(sight) {
      const after = sight.tracks.map(viewTrack);
      if (trouble !== "") say("The ledger can be read again");
      trouble = "";
      for (const line of changesBetween(before, after)) say(line);
      before = after;
    },
    tell(words) {
      if (words !== trouble) say(words);
      trouble = words;
    },
    close: () => {},
  };
}

function jsonFace(terminal: Terminal): Face {
  let last = "";
  const say = (value: object) => {
    const text = JSON.stringify(value);
    if (text !== last)
      terminal.out(`${escapeUnseen(JSON.stringify({ at: new Date().toISOString(), ...value }))}\n`);
    last = text;
  };
  return {
    show: ({ tracks, problems }) =>
      say({ tracks: tracks.map(viewTrack).map(withWords), unreadable: problems }),
    tell: (trouble) => say({ trouble }),
    close: () => {},
  };
}

function escapeUnseen(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    [...Array(found.length).keys()]
      .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
