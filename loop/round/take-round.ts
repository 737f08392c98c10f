import type { Decision } from "../../core/decide/decide.ts";
import { type Facts, noFacts } from "../../core/model/facts.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import { giveAnswers } from "../give-answers.ts";
import type { Ports } from "../ports.ts";
import type { Found } from "../read-missing.ts";
import { decideWithFacts } from "./decide-with-facts.ts";
import type { Loop } from "./loop.ts";
import { newBases, newStickyDigest, performDue } from "./perform-due.ts";
import { saveDecision } from "./save-decision.ts";

/**
 * `done`: something was performed, so look again. `lost`: somebody else saved first, so decide again. `idle`: nothing is due.
 * `answered`: there is nothing to go on with, and whoever asked was told.
 */
export type Round = "done" | "lost" | "idle" | "answered";

/** One round: decide → react → save → perform. */
export async function takeRound(ports: Ports, loop: Loop): Promise<Round> {
  loop.tally.rounds += 1;
  const { decision, found } = await decideWithFacts(ports, loop);
  rememberTexts(loop, found.facts);
  if (decision.type === "answers") return answer(ports, loop, { decision, found });
  if (!loop.hasLedger && !ports.ledger.latest()) await ports.ledger.create();
  const saving = await saveDecision(ports, loop, { decision, found });
  if (saving === "same") return "idle";
  if (saving === "conflict") {
    // What was read belongs to a state that is no more; what the event is about, and whose it is, still counts.
    loop.facts = { ...loop.facts, bases: {}, checks: {}, actor: found.facts.actor };
    return "lost";
  }
  loop.outcomes = await performDue(ports, loop);
  loop.made ??= newStickyDigest(loop.outcomes);
  if (loop.outcomes.length === 0) return "idle";
  loop.trigger = { type: "continued" };
  const { issueState } = found.facts;
  loop.facts = withoutUndefined({ ...noFacts, bases: newBases(loop), issueState });
  return "done";
}

type Answers = Extract<Decision, { type: "answers" }>;

const isReaction = ({ effect }: Answers["answers"][number]) => effect.type === "react";

/** Where a track remembers whom it refused, people see that they were heard before it is saved, and why after. */
async function answer(
  ports: Ports,
  loop: Loop,
  { decision, found }: { decision: Answers; found: Found },
): Promise<"answered" | "lost"> {
  const { answers, track } = decision;
  if (!track) {
    await giveAnswers(ports, answers);
    return "answered";
  }
  await giveAnswers(ports, answers.filter(isReaction));
  if ((await saveDecision(ports, loop, { decision: { track }, found })) === "conflict") return "lost";
  await giveAnswers(
    ports,
    answers.filter((one) => !isReaction(one)),
  );
  return "answered";
}

function rememberTexts({ texts }: Loop, { pulls }: Facts): void {
  for (const pull of Object.values(pulls)) if (pull?.text) texts.set(pull.number, pull.text);
}
