import { configFile } from "../../codec/paths.ts";
import { code } from "../../text/foreign.ts";
import type { Outdated } from "../../view/board/view-outdated.ts";
import { namingHere, renderDiagnosis } from "../diagnosis.ts";
import { codeList, entry, few, fitLines, list, pick, plural, problemList } from "../phrases.ts";

/** What was right once, each with what to do about it. */
export function renderOutdated(outdated: readonly Outdated[]): string {
  if (outdated.length === 0) return "";
  const more = (count: number) => `- and ${plural(count, "more thing")}`;
  const lines = fitLines(outdated, (one) => entry(outdatedWords(one)), { maxBytes: 6_000, more });
  return `### Outdated\n\n${lines.join("\n")}`;
}

function outdatedWords(one: Outdated): string {
  switch (one.type) {
    case "config":
      return `**${code(configFile)} has ${plural(one.problems.length, "problem")}, so nothing new starts.** Fix it on the default branch:\n\n${problemList(one.problems)}`;
    case "release": {
      const { what, fix } = renderDiagnosis(one.gap, namingHere);
      return `${what} ${fix}`;
    }
    case "plans":
      return `The default branch has moved since ${pick(one.issues.length, "the plan", "the plans")} of ${issues(one.issues)} ${pick(one.issues.length, "was", "were")} written. Look whether ${pick(one.issues.length, "it still fits", "they still fit")}; \`/revise\` there has ${pick(one.issues.length, "it", "them")} written again.`;
    case "approval":
      return `The approval by ${list(few(one.by.map(code), 5))} of ${one.task ?? "the plan"} of #${one.issue} no longer counts: it was changed since. Look again, then approve it as it is now.`;
    case "branches":
      return `${one.names.length} ${pick(one.names.length, "branch is", "branches are")} left over: ${codeList(one.names)}. Nothing needs ${pick(one.names.length, "it", "them")} any more; delete ${pick(one.names.length, "it", "them")}.`;
    case "idle":
      return `Nobody has touched ${issues(one.issues)} for 30 days. Go on there, or comment \`/cancel\`: nothing is lost by it.`;
  }
}

function issues(numbers: readonly number[]): string {
  return list(few(numbers.map((issue) => `#${issue}`)));
}
