import { type Checkup, unseen } from "./checkup.ts";
import { copyPaths } from "./copy.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { isHosted } from "./runner-labels.ts";
import { unheardEvents } from "./stub-events.ts";
import { isCi, type StubFacts, type WorkflowFacts } from "./workflow-facts.ts";

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
  const asleep = (disabled === unseen ? [] : disabled)
    .filter(({ path }) => ours.some((stub) => stub.path === path))
    .map(({ path, state }): Diagnosis => ({ type: "workflow-disabled", path, state }));
  const lacksTick = main.stub.hearsIssues && !ours.some(({ hasSchedule }) => hasSchedule);
  return [
    ...ours.flatMap((stub) => [...diagnoseStub(stub, checkup), ...diagnoseRunner(stub, checkup)]),
    ...(main.stub.isCopied ? diagnoseCopy(main, checkup) : []),
    ...listens(main),
    ...passesSecrets(main, checkup),
    ...(lacksTick ? [{ type: "tick-missing" } as const] : []),
    ...asleep,
    ...diagnoseCi(main, workflows.filter(isCi)),
    ...diagnoseTrust(main, checkup),
  ];
}

function diagnoseStub({ path, stub }: Stub, { newest }: Checkup): Diagnosis[] {
  const { ref, permissions, version } = stub;
  const found: Diagnosis[] = [];
  const missing = Object.entries(neededPermissions).filter(
    ([name, level]) => permissions[name] !== level && permissions[name] !== "write",
  );
  if (!stub.isCopied && (!/^[0-9a-f]{40}$/.test(ref) || /^0+$/.test(ref)))
    found.push({ type: "stub-unpinned", path, ref });
  else if (newest && newest.repository === stub.repository && newest.sha !== ref) {
    const behind = { type: "stub-behind", path, pin: ref, newest } as const;
    found.push(version === undefined ? behind : { ...behind, version });
  }
  if (missing.length > 0)
    found.push({ type: "stub-permissions", path, missing: missing.map((pair) => pair.join(": ")) });
  return found;
}

/** A copy of our workflows belongs together, and to one release. */
function diagnoseCopy({ path }: Stub, { workflows, newest }: Checkup): Diagnosis[] {
  const copies = workflows.filter(({ copyOf }) => copyOf);
  const missing = Object.values(copyPaths).filter((one) => !copies.some((copy) => copy.path === one));
  if (missing.length > 0) return [{ type: "copy-missing", path, missing }];
  const old = copies.find(
    ({ copyOf }) => copyOf?.repository === newest?.repository && copyOf?.sha !== newest?.sha,
  );
  if (!old?.copyOf || !newest) return [];
  const { sha, version } = old.copyOf;
  const behind = { type: "copy-behind", path: old.path, pin: sha, newest } as const;
  return [version === undefined ? behind : { ...behind, version }];
}

/** GitHub gives self-hosted and custom larger runners to workflows of their own owner only. */
function diagnoseRunner({ path, stub }: Stub, { repository }: Checkup): Diagnosis[] {
  const labels = stub.runners.filter((label) => !isHosted([label]));
  const [owner = ""] = stub.repository.split("/");
  if (stub.isCopied || labels.length === 0 || owner === repository.name.split("/")[0]) return [];
  return [{ type: "runner-foreign", path, labels, owner }];
}

/** With the App, the App hears of everything itself. */
function listens({ path, stub }: Stub): Diagnosis[] {
  const missing = stub.hearsIssues ? unheardEvents(stub.events) : [];
  return missing.length > 0 ? [{ type: "stub-events", path, missing }] : [];
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
  const served = ci.filter(({ services }) => services.length > 0);
  const services = [...new Set(served.flatMap((one) => one.services))];
  if (served.length > 0)
    found.push({ type: "ci-services", workflows: served.map(({ name }) => name), services });
  return [...found, ...limited];
}

/** Who starts CI on gsd's pull requests, and whether the stub fits that. */
function diagnoseTrust({ path, stub }: Stub, { workflows, config }: Checkup): Diagnosis[] {
  const names = workflows.filter((workflow) => isCi(workflow) && workflow.onPulls).map(({ name }) => name);
  const isGranted = stub.permissions["id-token"] === "write";
  const waits: Diagnosis[] = names.length > 0 ? [{ type: "ci-waits", workflows: names }] : [];
  if (config.state !== "good" || config.ci !== "trusted")
    return config.state === "good" && isGranted ? [...waits, { type: "stub-identity", path }] : waits;
  const missing = [
    ...(isGranted ? [] : ["id-token: write"]),
    ...(stub.app === undefined ? ["app: https://<your App>"] : []),
  ];
  // Said as long as it is so: it is a choice that one should not forget.
  const trusted: Diagnosis = { type: "ci-trusted", workflows: names };
  return missing.length > 0 ? [...waits, { type: "stub-trust", path, missing }, trusted] : [trusted];
}
