/** What a file of settings says, before defaults are filled in. */
export type Written = Record<string, unknown>;

/** One engine with its models: whoever writes `engine` has chosen anew, and what was chosen for another one does not fit. */
const choice = ["model", "tiers", "roles", "fallback", "review_engine"];
/** An engine and a model that belong together. */
const wholes = ["fallback", "review_engine"];

/**
 * A repository's settings over its organisation's: a section setting by setting, everything else, lists too, as a whole.
 * Neither input is changed.
 */
export function mergeSettings(shared: Written, own: Written): Written {
  const chooses = Object.hasOwn(own, "engine");
  const base = Object.entries(shared).filter(([name]) => !(chooses && choice.includes(name)));
  const merged: Written = Object.fromEntries(base);
  for (const [name, value] of Object.entries(own)) {
    const under = merged[name];
    merged[name] = isSection(name, under) && isSection(name, value) ? { ...under, ...value } : value;
  }
  return merged;
}

/** Whether a setting is a section of settings, each of which stands for itself. */
export function isSection(name: string, value: unknown): value is Written {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !wholes.includes(name);
}
