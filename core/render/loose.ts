import { ledgerBranch } from "../codec/branches.ts";
import { closest } from "../text/closest.ts";
import { code } from "../text/foreign.ts";
import { accessUnknown, commandLimit, notAllowed } from "./access.ts";
import { completing } from "./completing.ts";
import { help, recipeList } from "./help.ts";
import { restoreFile } from "./ledger-note.ts";
import { renderMistake } from "./mistakes.ts";
import { brokenFile, codeList, list, mention, problemList } from "./phrases.ts";
import { asSentence, firstLine } from "./why.ts";
import type { LooseWriters, NoticeOf } from "./writers.ts";

/** What can be said where there is no track. */
export const loose: LooseWriters = {
  help,
  recipes: recipeList,
  "no-write-access": ({ login }) =>
    `${mention(login)}, gsd takes commands and labels from people with write access to this repository, and you do not have it. Ask a maintainer to comment for you.`,
  "not-allowed": notAllowed,
  "access-unknown": accessUnknown,
  "command-limit": commandLimit,
  "bot-refused": ({ login, id }) =>
    `gsd does not take commands from bots it does not know, so it ignored ${code(login)}. To trust this bot, list its id, ${id}, under \`trusted_bots\` in \`.github/gsd.yml\`. Even then, only people approve.`,
  "broken-config": ({ problems }) =>
    `${brokenFile(problems)} on the default branch has problems, so nothing was changed. Fix them and comment again:\n\n${problemList(problems)}`,
  "no-track": () =>
    "There is no gsd track here yet. To start one, comment `/plan` on an issue or label it `gsd:plan`.",
  "ledger-full": ({ text }) =>
    `gsd cannot write down what happened here, so this track stands still: ${asSentence(firstLine(text))} What is merged stays merged, and branches stay. Finish what is left by hand, or in new issues.`,
  "ledger-broken": ledgerBroken,
  "ledger-gone": ledgerGone,
  "track-gone": ({ issue, names }) =>
    `gsd worked on this issue before (${codeList(names.slice(0, 3))}), but \`${ledgerBranch}\` has no file for it any more. gsd does not plan it again by itself. Restore \`tracks/${issue}.json\` from the history of that branch (docs/ledger.md says how), or comment \`/plan --fresh\` to plan the issue anew. Branches and pull requests of the earlier plan stay as they are.`,
  "cannot-plan-here": () =>
    "gsd plans open issues only, not pull requests or closed issues. Open an issue that says what you want and comment `/plan` there.",
  "no-nightly": () =>
    "This label puts an issue into the backlog of the nightly run, and this repository has none, so nothing happens. Add `nightly: {}` to `.github/gsd.yml` to have one (docs/backlog.md), or comment `/plan` to plan this issue now.",
  "cannot-ask-here": () =>
    "gsd answers questions in open issues and in the pull requests of its tracks. Open an issue and ask there.",
  ...completing,
  "unknown-recipe": unknownRecipe,
  "no-report": ({ name, kind }) =>
    `${code(name)} is a recipe of kind ${code(kind)}, and \`/run\` starts only those of kind \`report\`. \`/run\` alone lists them.`,
  "recipe-invalid": ({ name, problems }) =>
    `The recipe ${code(name)} has problems, so nothing was started. Fix them on the default branch and comment again:\n\n${problemList(problems)}`,
  mistake: ({ mistake }) => renderMistake(mistake),
};

function ledgerBroken({ path, what, newer, commit = "<commit>" }: NoticeOf<"ledger-broken">): string {
  const repair = `**To repair it**, run this in a clone, then comment again:\n\n\`\`\`\n${restoreFile(path, commit)}\n\`\`\``;
  const which =
    commit === "<commit>"
      ? `\`git log --oneline FETCH_HEAD -- ${path}\` lists its versions; take the last good one.`
      : "The progress comment here named that commit, and the file is sound in it.";
  const update =
    "If somebody has updated gsd, update the commit in `.github/workflows/gsd.yml` too, or the App; docs/install.md says how. Otherwise the file was edited by hand.";
  return [
    `gsd cannot read its state: ${code(path)} on the branch \`${ledgerBranch}\` is broken. It ${asSentence(firstLine(what))} What needs this file stands still, and nothing else does.`,
    ...(newer ? [update] : []),
    repair,
    `${which} docs/ledger.md says more.`,
  ].join("\n\n");
}

function ledgerGone({ names, pulls, commit }: NoticeOf<"ledger-gone">): string {
  const left = [...names.slice(0, 3).map(code), ...pulls.slice(0, 3).map((pull) => `#${pull}`)];
  const seen = left.length > 0 ? ` It made ${list(left)}, for example.` : "";
  const sha = commit ?? "<commit>";
  const where = commit
    ? "The progress comment here named that commit. The summary of a later run under *Actions* may name a newer one, and so may the repository's *Activity* page."
    : "The last line of a progress comment names the commit, and so does the summary of each run under *Actions*. The repository's *Activity* page shows it too.";
  return [
    `gsd's state is gone: the branch \`${ledgerBranch}\` does not exist, but gsd has worked in this repository.${seen} gsd has stopped and starts nothing by itself.`,
    `**To bring the state back**, run this in a clone, then comment again:\n\n\`\`\`\ngit fetch origin ${sha}\ngit push origin ${sha}:refs/heads/${ledgerBranch}\n\`\`\``,
    where,
    "**To start afresh** instead, for example in a fork or a copy: comment `/plan --fresh` on an open issue. What is there stays, and gsd forgets that it made it.",
  ].join("\n\n");
}

function unknownRecipe({ name, known }: NoticeOf<"unknown-recipe">): string {
  const near = closest(name, known);
  const meant = near === undefined ? "" : ` Did you mean ${code(near)}?`;
  const there =
    known.length > 0 ? `You can run ${codeList(known)}.` : "Add one as a file in `.gsd/recipes/`.";
  return `There is no recipe called ${code(name)}.${meant} ${there} \`/run\` tells you what each one does.`;
}
