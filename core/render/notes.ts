import type { Drift } from "../context/detect-drift.ts";
import type { Oddities } from "../context/find-oddities.ts";
import type { Refusal } from "../select/estimate-plan.ts";
import type { Dropped } from "../text/clean-text.ts";
import { code, few, fitLines, inline, list, plural, short } from "./words.ts";

/** Notes: what people should know of what agents were told. One or two sentences each. */

/** `what` is how the text is called: "The text". */
export function oddText(what: string, { hidden, lookalikes }: Oddities): string {
  const unseen =
    hidden.count > 0
      ? [`${what} holds ${countHidden(hidden)} that nobody can see; agents do not get them.`]
      : [];
  const words = few(lookalikes.map(showLookalike), 5);
  const subject = unseen.length > 0 ? "It" : what;
  const odd =
    words.length > 0
      ? [
          `${subject} holds words that mix or imitate alphabets: ${list(words)}; look twice before you approve.`,
        ]
      : [];
  return [...unseen, ...odd].join(" ");
}

/** With its first strange letter by number: the word alone looks as it should. */
function showLookalike(word: string): string {
  const strange = /[^\p{ASCII}\u00c0-\u024f\u1e00-\u1eff\p{M}\p{N}]/u.exec(word)?.[0]?.codePointAt(0);
  const point = strange?.toString(16).toUpperCase().padStart(4, "0");
  return point ? `${code(word)} (U+${point})` : code(word);
}

function countHidden({ count, kinds }: Dropped): string {
  const [kind = "invisible characters"] = kinds;
  if (kinds.length < 2) return `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`;
  return `${count} characters (${list(kinds)})`;
}

export function documentCleaned(name: string, dropped: Dropped): string {
  return `${name}, as the planner wrote it, held ${countHidden(dropped)} that nobody can see; they were taken out.`;
}

export function contextCut(task: string, cut: readonly string[]): string {
  return `Not all of ${task} fits into its context: ${few([...cut], 5).join("; ")}.`;
}

export function contextProblem(what: string, message: string): string {
  return `${what} ${message}.`;
}

export function contextDrift(task: string, { growth, contaminated, debris }: Drift): string {
  const signs = [
    ...(growth > 0.5 ? [`it is ${Math.round(growth * 100)} % longer`] : []),
    ...(contaminated ? ["it names other tasks"] : []),
    ...(debris ? ["it holds planning debris"] : []),
  ];
  return `The context of ${task} drifted since the first attempt: ${list(signs)}.`;
}

/** Notes as a list; anybody's words in them do nothing. */
export function noteList(notes: readonly string[], maxBytes = 6_000): string {
  const more = (count: number) => `- and ${plural(count, "more note")}`;
  return fitLines(notes, (note) => `- ${inline(note)}`, { maxBytes, more }).join("\n");
}

/** What is there for those who ask; our own `summary` shows. */
export function folded(summary: string, text: string): string {
  return text === "" ? "" : `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

export function cannotStart({ what, reason }: Refusal): string {
  return `${what.replace(/^t/, "T")} could not start as it is: ${reason.replace(/(?<![.?!])$/, ".")}`;
}

export function startedAfresh(checkpoint: string, why: "conflict" | "missing"): string {
  const because =
    why === "conflict" ? "conflicts with what was merged since" : "is not in the repository any more";
  return `The earlier attempt's work (\`${short(checkpoint)}\`) ${because}, so this attempt started afresh.`;
}
