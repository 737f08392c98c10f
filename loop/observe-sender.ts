import { findIssueOddities } from "../core/context/find-oddities.ts";
import { repeats } from "../core/decide/answer-stranger.ts";
import { isStranger } from "../core/decide/on-commented.ts";
import { isIdleLabel, isOurLabel } from "../core/decide/our-labels.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Track } from "../core/model/track.ts";
import type { Commented, ShownText, Trigger } from "../core/model/trigger.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { measureIssue } from "../core/select/measure-issue.ts";
import type { Ports } from "./ports.ts";
import { readSender } from "./read-actor.ts";
import { readDiscussion } from "./read-discussion.ts";
import { readAskedFolder } from "./read-folder.ts";
import { readPhases } from "./read-phases.ts";
import { readRecipes } from "./read-recipes.ts";

/** Whoever may not command is told so. For that nothing else is read: what they ask for could be much work. */
export function isStrange(facts: Facts, trigger: Trigger): boolean {
  return trigger.type === "commented" && isStranger(facts, trigger);
}

type ByPerson = Extract<Trigger, { type: "issue-labeled" | "issue-chosen" | "commented" }>;

/** Adds who asks, what they may do, and the issue or the recipes that they ask about. */
export async function observeSender(
  ports: Ports,
  facts: Facts,
  { trigger, track }: { trigger: ByPerson; track: Track | undefined },
): Promise<void> {
  if (trigger.type === "issue-labeled" && facts.config?.ok && !isAsking(facts, trigger.label)) return;
  const commands = trigger.type === "commented" ? trigger.commands : [{ type: "plan" as const }];
  facts.actor ??= await readSender(ports, trigger.sender, { config: facts.config, commands });
  if (isStrange(facts, trigger)) {
    if (trigger.type === "commented" && trigger.target)
      facts.repeats = repeats(facts, trigger, await ports.github.comments(trigger.thread));
    return;
  }
  if (trigger.type === "commented" && wantsRecipes(trigger)) {
    facts.recipes = await readRecipes(ports, facts);
    await readAskedFolder(ports, facts, trigger);
  }
  if (trigger.type === "commented" && asksToComplete(trigger)) facts.roadmap = await readPhases(ports);
  if (!startsTrack(trigger, track)) return;
  const issue = await ports.github.issue(trigger.issue);
  if (!issue || issue.isPull) return;
  const oddities = findIssueOddities(issue);
  const fact = {
    title: issue.title,
    open: issue.open,
    labels: issue.labels,
    textSha256: issueDigest(ports, shownTo(trigger) ?? issue),
    measure: measureIssue(issue),
  };
  const asked = { issue: trigger.issue, until: trigger.at };
  const discussion = issue.comments > 0 ? await readDiscussion(ports, facts, asked) : undefined;
  facts.issue = withoutUndefined({ ...fact, oddities, discussion });
}

function asksToComplete({ commands }: Commented): boolean {
  return commands.some(({ type }) => type === "complete");
}

/** Whether a label asks for something that somebody has to be answered. */
function isAsking(facts: Facts, label: string): boolean {
  return isOurLabel(facts, label) || isIdleLabel(facts, label);
}

function wantsRecipes({ commands }: Commented): boolean {
  return commands.some(({ type }) => ["run", "research", "debug", "analyze"].includes(type));
}

function startsTrack(trigger: ByPerson, track: Track | undefined): boolean {
  if (trigger.type !== "commented") return true;
  return (
    trigger.commands.some(({ type }) => type === "plan" || type === "quick") ||
    (!track && wantsRecipes(trigger))
  );
}

/** Whoever asked read the text as it was then: where it says something else by now, agents do not begin. */
function shownTo(trigger: ByPerson): ShownText | undefined {
  return trigger.type === "issue-chosen" ? undefined : trigger.shown;
}

/** A digest of what an agent may be shown of an issue. */
export function issueDigest(
  { sha256 }: Pick<Ports, "sha256">,
  issue: { title: string; body: string },
): string {
  return sha256(`${issue.title}\n\n${issue.body}`);
}
