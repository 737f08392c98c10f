import { commandTypes } from "../mistake.ts";
import { integer, list, object, oneOf, text } from "../schema.ts";
import { names, part, word } from "./parts.ts";

/** Why nobody can tell whose the changed files are. */
export const ownersProblems = ["too-many-rules", "too-many-files", "unread"] as const;
export type OwnersProblem = (typeof ownersProblems)[number];

const command = oneOf(commandTypes);

/** What is said about who may do what, by how it is meant; the files beside this one have the rest. */
export const accessNews = {
  /** Those who approved it may not approve any more. */
  "approval-lapsed": { ...part, by: names },
} as const;

export const accessAnswers = {
  /** An approval that is not enough: who gave one, how many people are missing, and files of which no owner has approved. */
  "approval-counted": {
    ...part,
    by: names,
    people: integer(),
    owners: list(object({ owners: names, paths: names, count: integer(1) }), 1_000),
    /** Teams of which GitHub does not say who is in them. */
    unseen: names,
  },
} as const;

export const accessRefusals = {
  "no-write-access": { login: word },
  /** Who may give it; `unseen` are teams of which GitHub does not say who is in them. */
  "not-allowed": { login: word, command, needs: names, unseen: names },
  "access-unknown": { login: word, why: text(1_000) },
  "bot-refused": { login: word, id: integer() },
  "owners-unknown": { ...part, why: oneOf(ownersProblems) },
  "command-limit": { login: word, most: integer(1) },
} as const;
