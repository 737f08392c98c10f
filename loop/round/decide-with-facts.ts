import { type Decision, decide } from "../../core/decide/decide.ts";
import { settle } from "../../core/decide/settle.ts";
import type { Facts } from "../../core/model/facts.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import { observe } from "../observe.ts";
import type { Ports } from "../ports.ts";
import { reactFirst } from "../react-first.ts";
import { type Found, readMissing } from "../read-missing.ts";
import type { Loop } from "./loop.ts";

/** How often a decision may ask for more before it is taken as it is. */
const mostLooks = 4;

/** Decides, and again with more facts as long as the decision says what it lacks. */
export async function decideWithFacts(
  ports: Ports,
  loop: Loop,
): Promise<{ decision: Decision; found: Found }> {
  const { saved, trigger, moment, facts } = loop;
  const track = saved && settle(saved.track, loop.outcomes, moment);
  const fresh: Facts = {
    ...facts,
    pulls: { ...facts.pulls },
    checks: { ...facts.checks },
    bases: { ...facts.bases },
  };
  let found: Found = { facts: await observe(ports, fresh, { track, trigger }) };
  for (let look = 0; ; look += 1) {
    const decision = decide(withoutUndefined({ track, facts: found.facts, trigger, moment }));
    if (decision.type === "answers") return { decision, found };
    await reactFirst(ports, decision.track, loop);
    if (decision.missing.length === 0 || look >= mostLooks) return { decision, found };
    const { missing, track: next } = decision;
    found = await readMissing(ports, found, { missing, track: next });
  }
}
