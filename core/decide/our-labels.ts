import { backlogLabel, goLabel, quickLabel } from "../codec/labels.ts";
import type { Facts } from "../model/facts.ts";

/** A broken configuration does not hide that somebody used the usual label. */
function isPlanLabel(facts: Facts, label: string): boolean {
  return label === (facts.config?.ok ? facts.config.config.label : "gsd:plan");
}

/** The command that a label stands for. */
export function commandOf(label: string): { type: "plan" | "quick" } {
  return { type: label === quickLabel ? "quick" : "plan" };
}

/** Whether a label asks for work. */
export function isOurLabel(facts: Facts, label: string): boolean {
  return isPlanLabel(facts, label) || label === quickLabel || label === goLabel;
}

/** Whether a label asks for the nightly run where there is none. */
export function isIdleLabel({ config }: Facts, label: string): boolean {
  return label === backlogLabel && config?.ok === true && config.config.nightly === undefined;
}
