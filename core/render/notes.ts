import type { Note } from "../model/note.ts";
import type { Meeting } from "../model/spec-delta.ts";
import { code, inline } from "../text/foreign.ts";
import { tellLeftOut } from "./left-out.ts";
import { capital, codeList, few, fitLines, list, pick, plural, short } from "./phrases.ts";
import { tellTool } from "./tools.ts";
import { asSentence, outcomeWords } from "./why.ts";

type NoteOf<T extends Note["type"]> = Extract<Note, { type: T }>;
type Sentences = { [T in Note["type"]]: (note: NoteOf<T>) => string };

/** What people should know of what agents were told: one or two sentences each. */
const sentences: Sentences = {
  "odd-text": oddText,
  "text-cut": ({ what, bytes, limit }) =>
    `${what} is ${bytes} bytes long; agents got the first ${limit} of them.`,
  "comments-left-out": ({ count, because }) =>
    because === "edited"
      ? `${plural(count, "comment")} of the issue ${pick(count, "was", "were")} edited or deleted after the plan was asked for, so agents did not get ${pick(count, "it", "them")}.`
      : `Agents got the newest comments of the issue; ${plural(count, "older one")} ${pick(count, "was", "were")} left out.`,
  "document-cleaned": ({ name, dropped }) =>
    `gsd removed ${countHidden(dropped)} that nobody can see from ${name}.`,
  "context-cut": ({ task, cut }) => `Not all of ${task} fits into its context: ${few(cut, 5).join("; ")}.`,
  "context-problem": ({ what, message }) => asSentence(`${what} ${message}`),
  "plan-fault": ({ message }) => capital(asSentence(message)),
  "section-missing": ({ file, section }) =>
    `${code(file)} has no section ${code(section)}, and neither do the other documents. Add it if you miss it.`,
  "requirements-unnumbered": ({ count }) =>
    count === 0
      ? "gsd found no single requirement in `SPEC.md`, only text, so nobody checked that the tasks bring all of it. Make it a numbered list to have that checked."
      : `${plural(count, "requirement")} of \`SPEC.md\` ${pick(count, "has", "have")} no number there. gsd counts them in their order, so the first is R1.`,
  "context-drift": contextDrift,
  "budget-warning": ({ whose, usd, limit }) => `${usd} of the ${whose}'s ${limit} is spent.`,
  "started-afresh": ({ commit, why }) => {
    const because =
      why === "conflict" ? "conflicts with what was merged since" : "is no longer in the repository";
    return `The earlier attempt's work (\`${short(commit)}\`) ${because}, so this attempt started from scratch.`;
  },
  "setup-not-run": setupNotRun,
  "left-out": (note) => tellLeftOut([note]).join(" "),
  "tool-version": tellTool,
  "spec-unfolded": specUnfolded,
  "spec-meets": ({ meeting }) => specMeets(meeting),
  "file-skipped": ({ path, message }) => `gsd ignored ${code(path)}: ${asSentence(message)}`,
  "cannot-start": ({ what, reason }) =>
    `${what.replace(/^t/, "T")} cannot start like this: ${asSentence(reason)}`,
  "member-missing": ({ member, outcome, reason }) => {
    const how = Object.hasOwn(outcomeWords, outcome)
      ? `${outcomeWords[outcome as keyof typeof outcomeWords]} (${code(outcome)})`
      : code(outcome);
    return `There is nothing from ${code(member)}: ${how}.${reason ? ` ${asSentence(reason)}` : ""}`;
  },
};

/** A note on one line of Markdown; anybody's words in it do nothing. */
export function renderNote(note: Note): string {
  // Each type has its own function, so this one takes this note.
  const write = sentences[note.type] as (note: Note) => string;
  return inline(write(note));
}

/** Notes as a list. */
export function noteList(notes: readonly Note[], maxBytes = 6_000): string {
  const more = (count: number) => `- and ${plural(count, "more note")}`;
  return fitLines(notes, (note) => `- ${renderNote(note)}`, { maxBytes, more }).join("\n");
}

/** What is there for those who ask; our own `summary` shows. */
export function folded(summary: string, text: string): string {
  return text === "" ? "" : `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

function oddText({ what, hidden, lookalikes, unseen = [], empty }: NoteOf<"odd-text">): string {
  const texts: string[] = [];
  if (empty)
    texts.push(
      `${what} is empty, so agents have only its title to go by. Comment \`/revise\` and what you mean if that is too little.`,
    );
  if (hidden.count > 0) {
    texts.push(`${what} contains ${countHidden(hidden)} that nobody can see. Agents do not get them.`);
  }
  if (lookalikes.length > 0) {
    const words = list(few(lookalikes.map(showLookalike), 5));
    const subject = texts.length > 0 ? "It also" : what;
    texts.push(
      `${subject} contains words that mix or imitate alphabets: ${words}. Look twice before you approve.`,
    );
  }
  if (unseen.length > 0) {
    const subject = texts.length > 0 ? "It also" : what;
    texts.push(
      `${subject} contains text that agents get and readers do not see: ${list(unseen.map(code))}. Read it before you approve.`,
    );
  }
  return texts.join(" ");
}

/** With its first strange letter by number: the word alone looks as it should. */
function showLookalike(word: string): string {
  const strange = /[^\p{ASCII}\u00c0-\u024f\u1e00-\u1eff\p{M}\p{N}]/u.exec(word)?.[0]?.codePointAt(0);
  const point = strange?.toString(16).toUpperCase().padStart(4, "0");
  return point ? `${code(word)} (U+${point})` : code(word);
}

function countHidden({ count, kinds }: NoteOf<"odd-text">["hidden"]): string {
  const [kind = "invisible characters"] = kinds;
  if (kinds.length < 2) return `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`;
  return `${count} characters (${list(kinds)})`;
}

function contextDrift({ task, growth, signs }: NoteOf<"context-drift">): string {
  const words = {
    longer: growth === undefined ? "it is much longer" : `it is ${growth}% longer`,
    contaminated: "it names other tasks",
    debris: "it contains notes from planning",
  };
  return `The context of ${task} has changed since the first attempt: ${list(signs.map((sign) => words[sign]))}.`;
}

function specUnfolded({ path, taken, restored = [], look }: NoteOf<"spec-unfolded">): string {
  const count = restored.length;
  const words = [
    taken.length > 0 ? `${code(path)} does not promise ${codeList(taken)} any more.` : "",
    count > 0
      ? `${codeList(restored)} in ${code(path)} ${pick(count, "is", "are")} as ${pick(count, "it was", "they were")} before.`
      : "",
    look.length > 0
      ? `Please look at ${codeList(look)} in ${code(path)}: gsd cannot tell whether ${pick(look.length, "it", "they")} still ${pick(look.length, "holds", "hold")}.`
      : "",
  ];
  return words.filter(Boolean).join(" ");
}

/** What a plan does to a requirement of the specs. */
export const changeWords = { added: "adds", modified: "changes", removed: "removes" } as const;

/** The other one, and what it does to the same requirement. */
export function specMeets({ capability, title, other, type }: Meeting): string {
  const whose = other.startsWith("#") ? other : code(other);
  return `${whose} ${changeWords[type]} "${title}" of ${code(capability)} too. Whichever is merged second has to fit what the first one made of it.`;
}

function setupNotRun({ command, hosts }: NoteOf<"setup-not-run">): string {
  const named = hosts.filter((host) => host.length <= 60).slice(0, 3);
  const mentioned = named.length > 0 ? ` The lockfile mentions ${codeList(named)}.` : "";
  return `gsd found ${code(command.slice(0, 150))} but did not run it: \`setup.hosts\` in \`.github/gsd.yml\` lists no host to install from.${mentioned}`;
}
