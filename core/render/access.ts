import { codeOwnersPaths, mostOwnerRules } from "../check/code-owners.ts";
import type { OwnersProblem } from "../model/notice/access.ts";
import { code, inline } from "../text/foreign.ts";
import { codeList, list, mention, plural } from "./phrases.ts";
import type { NoticeOf } from "./writers.ts";

/** Who may do what, and whose word is missing. */

export function notAllowed({ login, command, needs, unseen }: NoticeOf<"not-allowed">): string {
  const who = list(needs.map(inWords), "or");
  const why = `${mention(login)}, \`/${command}\` is for ${who} in this repository, so nothing was changed.`;
  return [why, ...explainUnseen(unseen), "Ask one of them to comment for you."].join(" ");
}

function inWords(need: string): string {
  if (need.startsWith("@")) return need.includes("/") ? `people in ${code(need)}` : code(need);
  return `people with ${inline(need)} access`;
}

/** A workflow's token sees no teams; the App's does where it was given leave. */
function explainUnseen(unseen: readonly string[]): string[] {
  if (unseen.length === 0) return [];
  return [
    `GitHub does not tell gsd who is in ${codeList([...unseen])}: that takes the App with the permission *Members: read* (docs/permissions.md).`,
  ];
}

export function accessUnknown({ login, why }: NoticeOf<"access-unknown">): string {
  return `${mention(login)}, gsd could not find out what you may do here, so nothing was changed. GitHub said: ${inline(why)}. Comment again in a few minutes; \`/status\` shows whether gsd hears you.`;
}

export function commandLimit({ login, most }: NoticeOf<"command-limit">): string {
  return `${mention(login)}, gsd takes at most ${plural(most, "comment")} with commands from one person in an hour, so it skips this one and those that follow. Comment again later, for example \`/status\`; \`limits.commands\` in \`.github/gsd.yml\` sets the number.`;
}

const problems: Readonly<Record<OwnersProblem, string>> = {
  "too-many-rules": `it has more than ${mostOwnerRules} lines, or too many patterns for so many files`,
  "too-many-files": "this pull request changes too many files",
  unread: "it could not be read",
};

export function ownersUnknown({ why }: NoticeOf<"owners-unknown">): string {
  return `gsd cannot tell from CODEOWNERS whose approval this needs: ${problems[why]}. Merge it with GitHub's button, which knows the owners too, or comment \`/approve\` again once that is fixed. gsd reads ${codeList([...codeOwnersPaths])} of the default branch.`;
}

export function approvalCounted({ by, people, owners, unseen }: NoticeOf<"approval-counted">): string {
  const lines = owners.map(({ owners: names, paths, count }) => {
    const more = count > paths.length ? ` and ${count - paths.length} more` : "";
    return `- ${list(names.map(code), "or")}, for ${codeList(paths)}${more}`;
  });
  const others = people === 1 ? "One more person has" : `${people} more people have`;
  const missing = people > 0 ? [`${others} to comment \`/approve\` at this commit.`] : [];
  const owned = lines.length > 0 ? [`An owner of these files has to approve it:\n\n${lines.join("\n")}`] : [];
  const seen = explainUnseen(unseen);
  return [`Approved by ${list(by.map((name) => inline(name)))}.`, ...missing, ...seen, ...owned].join(" ");
}

export function approvalLapsed({ by, task, rollback }: NoticeOf<"approval-lapsed">): string {
  const what = task ?? (rollback ? `the rollback of ${rollback}` : "this");
  const names = list(by.map((name) => inline(name)));
  return `${names} approved ${what} and may not approve here any more, so gsd did not merge it. Somebody who may has to comment \`/approve\`.`;
}
