import { type Checkup, type RepositoryFacts, unseen } from "./checkup.ts";
import { diagnoseActions } from "./diagnose-actions.ts";
import { diagnoseWorkflows } from "./diagnose-workflows.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { OwnLabel } from "./labels.ts";

/** What a look at a repository could not see. */
export type BlindSpot =
  | "merge-methods"
  | "actions"
  | "workflow-pulls"
  | "workflow-states"
  | "labels"
  | "rules"
  | "secrets";

export interface DoctorResult {
  diagnoses: Diagnosis[];
  blindSpots: BlindSpot[];
}

/** What is missing in a repository for gsd to work, and what could not be seen. */
export function diagnose(checkup: Checkup): DoctorResult {
  // Where nobody can write, nothing else matters.
  if (checkup.repository.isArchived) return { diagnoses: [{ type: "archived" }], blindSpots: [] };
  const diagnoses = [
    ...diagnoseRepository(checkup.repository),
    ...diagnoseActions(checkup),
    ...diagnoseWorkflows(checkup),
    ...diagnoseConfig(checkup),
    ...diagnoseShared(checkup),
    ...diagnoseBranches(checkup),
    ...diagnoseMachine(checkup),
  ];
  return { diagnoses, blindSpots: findBlindSpots(checkup) };
}

function diagnoseRepository({ hasIssues, access }: RepositoryFacts): Diagnosis[] {
  const found: Diagnosis[] = [];
  if (!hasIssues) found.push({ type: "issues-off" });
  if (access === "read" || access === "triage") found.push({ type: "access", access });
  return found;
}

function diagnoseConfig({ config, repository, secrets, labels }: Checkup): Diagnosis[] {
  if (config.state === "absent") return [{ type: "config-missing" }];
  if (config.state === "broken") return [{ type: "config-broken", problems: config.problems }];
  const found: Diagnosis[] = [];
  const { mergeMethods } = repository;
  const method = config.mergeMethod;
  if (config.lacksScript) found.push({ type: "script-missing" });
  if (secrets !== unseen)
    for (const secret of config.secrets)
      if (!secrets.includes(secret)) found.push({ type: "secret-missing", secret });
  if (mergeMethods !== unseen && !mergeMethods.includes(method))
    found.push({ type: "merge-method", method, allowed: mergeMethods });
  return [...found, ...missingLabels(config.labels, labels)];
}

/** Where the repository says that it does without, nobody has to know. */
function diagnoseShared({ shared, origins }: Checkup): Diagnosis[] {
  const without = origins?.settings.some(({ path, value }) => path === "organization" && value === false);
  return shared.state === "private" && !without ? [{ type: "shared-private", name: shared.name }] : [];
}

function missingLabels(wanted: OwnLabel[], there: Checkup["labels"]): Diagnosis[] {
  if (there === unseen) return [];
  const known = there.map((name) => name.toLowerCase());
  return wanted
    .filter(({ name }) => !known.includes(name.toLowerCase()))
    .map(({ name, purpose }) => ({ type: "label-missing", label: name, purpose }));
}

/** Rules that keep a program from what gsd does with its own branches. */
const stopping = [
  ...["creation", "update", "deletion", "non_fast_forward", "pull_request", "merge_queue"],
  ...["required_status_checks", "required_linear_history", "required_deployments", "workflows"],
];

function diagnoseBranches({ rules, blockingBranches }: Checkup): Diagnosis[] {
  const names = blockingBranches.map((branch): Diagnosis => ({ type: "branch-name", branch }));
  // One for each family of branches: what covers the ledger covers the tracks beside it.
  const families = new Map<string, Set<string>>();
  for (const { branch, rules: all } of rules === unseen ? [] : rules) {
    const family = `${branch.split("/")[0]}/**`;
    const bad = all.filter((rule) => stopping.includes(rule));
    if (bad.length > 0) families.set(family, new Set([...(families.get(family) ?? []), ...bad]));
  }
  const ruled = [...families].map(
    ([branch, some]): Diagnosis => ({ type: "rules", branch, rules: [...some] }),
  );
  return [...names, ...ruled];
}

function diagnoseMachine({ machine }: Checkup): Diagnosis[] {
  const { sandbox: why, isRunner } = machine;
  return why === undefined ? [] : [{ type: "sandbox", why, isRunner }];
}

function findBlindSpots({ repository, disabled, labels, rules, secrets }: Checkup): BlindSpot[] {
  const spots: [BlindSpot, unknown][] = [
    ["actions", repository.actions],
    ["workflow-pulls", repository.workflowsOpenPulls],
    ["merge-methods", repository.mergeMethods],
    ["workflow-states", disabled],
    ["labels", labels],
    ["rules", rules],
    ["secrets", secrets],
  ];
  return spots.filter(([, value]) => value === unseen).map(([spot]) => spot);
}
