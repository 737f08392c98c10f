/** What a stub listens to: each event with its types; none where it names none. */
export type StubEvents = Readonly<Record<string, readonly string[]>>;

/** What today's stub listens to where there is no App. `workflow_run` depends on the repository's CI, and is looked at beside it. */
export const wantedEvents: StubEvents = {
  issues: ["labeled", "unlabeled", "closed", "reopened", "edited"],
  issue_comment: ["created", "edited"],
  pull_request: ["closed", "reopened"],
  pull_request_review: ["submitted", "dismissed"],
  push: [],
  status: [],
  workflow_dispatch: [],
};

/** Of these alone GitHub does not tell of everything where no types are named. */
const usualTypes: StubEvents = { pull_request: ["opened", "synchronize", "reopened"] };

/** What a stub of an earlier release does not hear, as it would be written: `issue_comment: edited`. */
export function unheardEvents(heard: StubEvents): string[] {
  return Object.entries(wantedEvents).flatMap(([event, types]) => {
    const named = heard[event];
    if (named === undefined) return [types.length > 0 ? `${event}: ${types.join(", ")}` : event];
    const known = named.length > 0 ? named : (usualTypes[event] ?? types);
    const missing = types.filter((type) => !known.includes(type));
    return missing.length > 0 ? [`${event}: ${missing.join(", ")}`] : [];
  });
}
