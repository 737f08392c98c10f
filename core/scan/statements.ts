import { commentLines } from "../detect/comment-lines.ts";

/** A line of code with those that go on with it, as whoever runs it reads them. */
export interface Statement {
  /** Its first line, as git counts. */
  line: number;
  /** The lines of git that it is on: as they stand, so that they can be compared. */
  lines: readonly string[];
  /** What is on its first line alone. */
  first: string;
  /** With what follows; the same as `first` where nothing does. */
  whole: string;
}

/** Where a program may end a line and git does not: whoever hides code behind a comment uses one of these. */
const innerEnd = /[\r\u2028\u2029\v\f]/;
/** Something is missing: a bracket is open, or a sign waits for what comes after it. */
const goesOn = /[([,+=.|&\\?]\s{0,20}$/;
/** So does a line that begins with one of these. */
const continues = /^\s{0,200}[.|+]/;

/** Nobody writes more lines for one thing that is short. */
const mostLines = 5;
const longest = 1_000;

interface Piece {
  line: number;
  raw: string;
  text: string;
}

/** The statements of a file, without lines that are only comments. */
export function statementsIn(path: string, text: string): Statement[] {
  const pieces = text.split("\n").flatMap((raw, index): Piece[] => {
    const bare = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const parts = innerEnd.test(bare) ? bare.split(innerEnd) : [bare];
    return parts.map((part) => ({ line: index + 1, raw: bare, text: part }));
  });
  const isComment = commentLines(
    path,
    pieces.map((piece) => piece.text),
  );
  const code = pieces.filter((piece, at) => !isComment[at] && piece.text.trim() !== "");
  return code.map((piece, at) => toStatement(piece, code, at));
}

function toStatement({ line, raw, text }: Piece, code: readonly Piece[], at: number): Statement {
  const lines = [raw];
  let whole = text;
  for (let next = at + 1; next < code.length && lines.length < mostLines; next += 1) {
    const following = code[next];
    if (!following || !(goesOn.test(whole.slice(-40)) || continues.test(following.text.slice(0, 240)))) break;
    if (whole.length + following.text.length > longest) break;
    whole = `${whole.replace(/\\?\s{0,40}$/, "")} ${following.text.trimStart()}`;
    lines.push(following.raw);
  }
  return { line, lines, first: text, whole };
}
