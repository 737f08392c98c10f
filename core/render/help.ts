import { commandForms } from "../command/commands.ts";
import type { CommandType } from "../model/mistake.ts";
import { isQuick } from "../model/route.ts";
import type { Phase, Track } from "../model/track.ts";
import { cell, code, codeCell } from "../text/foreign.ts";
import { nextStep } from "../view/next-step.ts";
import { fitLines, plural, problemList } from "./phrases.ts";
import type { NoticeOf } from "./writers.ts";

const anywhere = "anywhere in the track";

/** Where each command is given, and what it does, in the order of its forms. */
const uses: Readonly<Record<CommandType, [where: string, ...what: string[]]>> = {
  plan: [
    "issue",
    "writes a plan and opens it as a draft pull request; the label `gsd:plan` does the same",
    "in its track: plans tasks for the criteria that verification found not to be met, as an edit of BACKLOG.yaml",
  ],
  quick: [
    "issue",
    "makes one pull request without a plan; the label `gsd:quick` does the same, and `gsd` lets gsd choose",
  ],
  approve: [
    "plan or task pull request",
    "approves the plan, or merges the task once it is green, exactly as you saw it; `--over` overrules objections",
  ],
  status: [anywhere, "says how things stand and what comes next"],
  retry: [
    anywhere,
    "runs a task again, with your words, from where it stopped or from scratch, with another engine or model if you like",
  ],
  revise: [
    anywhere,
    "has a proposed plan written again, or works on a task's pull request again, on top of its newest commit: with your words, open review comments and requests for changes",
  ],
  review: [anywhere, "reviews a task's pull request again, on a fresh runner"],
  answer: [anywhere, "answers a question of gsd by its number; ticking its box does the same"],
  allow: [
    anywhere,
    "lets a task do what it asked for, and nothing else; `2` is what it asked the second time",
  ],
  deny: [anywhere, "keeps a task from what it asked for: it goes on without, and reads your words"],
  skip: [anywhere, "goes on without a task"],
  rebase: [anywhere, "proposes a better version of a task that did not work out, as an edit of BACKLOG.yaml"],
  split: [anywhere, "proposes several smaller tasks in place of one, as an edit of BACKLOG.yaml"],
  rollback: [
    anywhere,
    "reverts a merged task in a pull request of its own, and on demand the merged tasks that build on it",
    "reverts all that was merged of the track, in one pull request",
    "brings back what was rolled back, in a pull request of its own",
  ],
  update: [
    anywhere,
    "merges the default branch into the track, or the track into a task's branch, and resolves conflicts of the track",
  ],
  budget: [anywhere, "adds US dollars to what the track may spend, and continues what had stopped"],
  complete: [
    "dashboard issue",
    "completes a phase of the roadmap: closes its milestone and archives its summary by a pull request",
  ],
  run: ["issue or track", "runs a recipe that ends in a report; without a name it lists the recipes"],
  research: ["issue or track", "answers a question with sources"],
  debug: ["issue or track", "looks for the cause of a problem"],
  analyze: ["issue or track", "explains a part of the code and its risks"],
  pause: [anywhere, "starts nothing new until `/resume`"],
  resume: [anywhere, "goes on after `/pause` or `/cancel`, or after you fixed what stopped the track"],
  cancel: [
    anywhere,
    "ends the track: stops its runs, closes its pull requests, keeps its branches; `/resume` undoes it",
  ],
  help: ["anywhere", "shows this table"],
};

/** The answer to `/help`. */
export function help(): string {
  const rows = (Object.keys(uses) as CommandType[]).flatMap((type) => {
    const [where, ...what] = uses[type];
    return commandForms[type].map((form, at) => `| \`${form}\` | ${where} | ${what[at]} |`);
  });
  return [
    "Write a command at the start of a line in a comment of your own. You need write access, unless `who` in `.github/gsd.yml` says otherwise.",
    "",
    "| command | where | what it does |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}

/** What people type most while a track is in a phase. */
const usefulIn: Readonly<Record<Phase, readonly CommandType[]>> = {
  asking: ["plan", "run", "cancel"],
  planning: ["status", "pause", "cancel"],
  proposed: ["approve", "revise", "cancel"],
  executing: ["approve", "retry", "revise", "skip", "rollback", "budget", "pause", "cancel"],
  verifying: ["rollback", "update", "pause", "cancel"],
  ready: ["rollback", "update", "cancel"],
  merged: ["rollback", "run"],
  failed: ["plan"],
  cancelled: ["resume", "plan"],
};

/** A quick change is merged by a person, and may be planned after all. */
const usefulForQuick: readonly CommandType[] = ["revise", "retry", "plan", "pause", "cancel"];

/** A line for each of them. */
export function usefulCommands(track: Track): string {
  const { phase } = track;
  const usual = isQuick(track) && phase === "executing" ? usefulForQuick : usefulIn[phase];
  const types: readonly CommandType[] = nextStep(track).type === "answer" ? ["answer", ...usual] : usual;
  const lines = types.map((type) => {
    const [where, what = ""] = uses[type];
    const [form = ""] = commandForms[type];
    return `- \`${form}\` (${where}): ${what}`;
  });
  return lines.join("\n");
}

const howToRun =
  "Write your question after the name, on as many lines as you like: `/run research Why is the build slow?`. `/research`, `/debug` and `/analyze` also work without `/run`.";

/** The answer to `/run` alone. */
export function recipeList({ recipes, problems }: NoticeOf<"recipes">): string {
  const row = ({ name, description, own }: (typeof recipes)[number]) =>
    `| ${codeCell(`/run ${name}`)} | ${cell(description)} | ${own ? "this repository" : "gsd"} |`;
  const more = (count: number) => `| | and ${plural(count, "more recipe")} | |`;
  const table = [
    "| command | what it does | from |",
    "|---|---|---|",
    ...fitLines(recipes, row, { maxBytes: 30_000, more }),
  ].join("\n");
  const broken = `These recipes have problems and cannot be run:\n\n${problemList(problems)}`;
  return [
    recipes.length > 0 ? `You can run these recipes:\n\n${table}` : "There are no recipes to run.",
    problems.length > 0 ? broken : "",
    recipes.length > 0 ? howToRun : "",
    `Add your own as ${code(".gsd/recipes/NAME.yml")} on the default branch.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}
