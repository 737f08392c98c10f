import { answerKey } from "../codec/keys.ts";
import type { Facts, RoadmapFact } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import type { Answers } from "./answer-stranger.ts";
import { refuseCommand } from "./on-commented.ts";

/** What `/complete` on the dashboard comes to; undefined where a comment does not ask for it. */
export function completePhase(facts: Facts, trigger: Commented): Answers | undefined {
  const command = trigger.commands.find(({ type }) => type === "complete");
  if (command?.type !== "complete") return undefined;
  const found = refuseCommand(facts, trigger, command) ?? findPhase(facts, trigger, command.phase);
  const { thread, target, sender } = trigger;
  const answers: Answers = [];
  if (target) {
    const reaction = "type" in found ? "confused" : "eyes";
    answers.push({
      key: answerKey.format({ ...trigger, kind: "react" }),
      effect: { type: "react", target, reaction },
    });
  }
  const key = answerKey.format({ ...trigger, kind: "say" });
  // Last: where the answer stands, all is done.
  if ("type" in found) answers.push({ key, effect: { type: "say", thread, notices: [found] } });
  else answers.push({ key, effect: { type: "complete-phase", thread, ...found, by: sender.login } });
  return answers;
}

/** Only the dashboard has lines of phases. */
export function notOnDashboard({ roadmap }: Facts): Notice {
  return withoutUndefined({ type: "not-the-dashboard" as const, dashboard: roadmap?.dashboard });
}

function findPhase(
  facts: Facts,
  { thread }: Commented,
  name: string,
): Notice | { milestone: number; title: string } {
  const { roadmap } = facts;
  if (!roadmap || roadmap.dashboard !== thread) return notOnDashboard(facts);
  const phase = phaseNamed(roadmap, name);
  if (!phase)
    return {
      type: "unknown-phase",
      name,
      known: roadmap.phases
        .filter(({ open }) => open)
        .map(({ title }) => title)
        .slice(0, 100),
    };
  const { title, milestone, open, left, issues, unread } = phase;
  if (!open) return { type: "phase-completed-before", title };
  if (issues === 0) return { type: "phase-empty", title };
  if (left.length > 0) return { type: "phase-open", title, left: left.slice(0, 100) };
  if (unread > 0) return { type: "phase-too-large", title, issues: issues + unread };
  return { milestone, title };
}

/** By its whole name, or by what stands before the colon, where that means one. */
function phaseNamed({ phases }: RoadmapFact, name: string): RoadmapFact["phases"][number] | undefined {
  const plain = name.trim().toLowerCase();
  const whole = phases.find(({ title }) => title.toLowerCase() === plain);
  const short = phases.filter(({ title }) => title.toLowerCase().split(":")[0]?.trim() === plain);
  return whole ?? (short.length === 1 ? short[0] : undefined);
}
