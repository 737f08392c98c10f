import type { Checkup } from "./checkup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { isCi, type StubFacts, type WorkflowFacts } from "./read-workflow.ts";

/** What control and publish need; the agent's job takes less. docs/install.md says what for. */
export const neededPermissions: Readonly<Record<string, "read" | "write">> = {
  actions: "write",
  checks: "read",
  contents: "write",
  issues: "write",
  "pull-requests": "write",
  statuses: "write",
};

type Stub = WorkflowFacts & { stub: StubFacts };

/** What is wrong with the stub, its clock, and how it stands to the repository's CI. */
export function diagnoseWorkflows(checkup: Checkup): Diagnosis[] {
  const { workflows, disabled, hasLocalStub } = checkup;
  const ours = workflows.filter((workflow): workflow is Stub => workflow.stub !== undefined);
  const main = ours.find(({ hasSchedule }) => !hasSchedule);
  if (!main) return [{ type: "stub-missing", hasLocal: hasLocalStub }];
  const asleep = disabled
    .filter(({ path }) => ours.some((stub) => stub.path === path))
    .map(({ path, state }): Diagnosis => ({ type: "workflow-disabled", path, state }));
  const lacksTick = main.stub.hearsIssues && !ours.some(({ hasSchedule }) => hasSchedule);
  return [
    ...ours.flatMap((stub) => diagnoseStub(stub, checkup)),
    ...passesSecrets(main, checkup),
    ...(lacksTick ? [{ type: "tick-missing" } as const] : []),
    ...asleep,
    ...diagnoseCi(main, workflows.filter(isCi)),
  ];
}

function diagnoseStub({ path, stub }: Stub, { newest }: Checkup): Diagnosis[] {
  const { ref, permissions, version } = stub;
  const found: Diagnosis[] = [];
  const missing = Object.entries(neededPermissions).filter(
    ([name, level]) => permissions[name] !== level && permissions[name] !== "write",
  );
  if (!/^[0-9a-f]{40}$/.test(ref) || /^0+$/.test(ref)) found.push({ type: "stub-unpinned", path, ref });
  else if (newest && newest.repository === stub.repository && newest.sha !== ref) {
    const behind = { type: "stub-behind", path, pin: ref, newest } as const;
    found.push(version === undefined ? behind : { ...behind, version });
  }
  if (missing.length > 0)
    found.push({ type: "stub-permissions", path, missing: missing.map((pair) => pair.join(": ")) });
  return found;
}

function passesSecrets({ path, stub }: Stub, { config }: Checkup): Diagnosis[] {
  const { secrets } = stub;
  if (secrets === undefined || config.state !== "good") return [];
  return config.secrets
    .filter((secret) => !secrets.includes(secret))
    .map((secret) => ({ type: "stub-secret", path, secret }));
}

function diagnoseCi({ stub }: Stub, ci: WorkflowFacts[]): Diagnosis[] {
  const unheard = ci.filter(({ name }) => !stub.hears.includes(name)).map(({ name }) => name);
  const onPulls = ci.filter((workflow) => workflow.onPulls);
  const limited = onPulls.flatMap(({ name, limitedTo }) =>
    limitedTo ? [{ type: "ci-limited", workflow: name, branches: limitedTo } as const] : [],
  );
  const found: Diagnosis[] = [];
  // With the App, the App itself hears of checks.
  if (stub.hearsIssues && unheard.length > 0) found.push({ type: "ci-unheard", names: unheard });
  if (onPulls.length > 0) found.push({ type: "ci-waits", workflows: onPulls.map(({ name }) => name) });
  return [...found, ...limited];
}
