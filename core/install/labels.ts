import { goLabel, needsInputLabel, quickLabel } from "../codec/labels.ts";

/** What a label of ours is for: people ask with it, or gsd marks an issue with it. */
export type LabelPurpose = "plan" | "quick" | "choose" | "backlog" | "needs-input";

export interface OwnLabel {
  name: string;
  purpose: LabelPurpose;
}

interface Wishes {
  label: string;
  nightly?: { label: string } | undefined;
}

/** Every label that gsd reads or sets in a repository, by its configuration. */
export function ownLabels({ label, nightly }: Wishes): OwnLabel[] {
  const all: OwnLabel[] = [
    { name: label, purpose: "plan" },
    { name: quickLabel, purpose: "quick" },
    { name: goLabel, purpose: "choose" },
    ...(nightly ? [{ name: nightly.label, purpose: "backlog" } as const] : []),
    { name: needsInputLabel, purpose: "needs-input" },
  ];
  // GitHub knows names of labels in any case; whoever gave one two meanings has the first.
  const names = all.map(({ name }) => name.toLowerCase());
  return all.filter((_, at) => names.indexOf(names[at] ?? "") === at);
}

/** Those that people put on issues: they can only choose from what exists. GitHub makes the others when gsd sets them. */
export function labelsToOffer(wishes: Wishes): OwnLabel[] {
  return ownLabels(wishes).filter(({ purpose }) => purpose !== "needs-input");
}

const looks: Readonly<Record<LabelPurpose, { color: string; description: string }>> = {
  plan: { color: "5319e7", description: "gsd plans this issue" },
  quick: { color: "0e8a16", description: "gsd makes one pull request for this issue, without a plan" },
  choose: {
    color: "1d76db",
    description: "gsd looks at this issue and chooses: a plan, or one pull request",
  },
  backlog: { color: "c5def5", description: "gsd may plan this issue by itself" },
  "needs-input": { color: "fbca04", description: "gsd waits for answers here" },
};

/** A label as it looks on GitHub. */
export function newLabel({ name, purpose }: OwnLabel) {
  return { name, ...looks[purpose] };
}
