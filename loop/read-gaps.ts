import { type Checkup, ownBranches, unseen } from "../core/install/checkup.ts";
import { configFacts } from "../core/install/config-facts.ts";
import { diagnose } from "../core/install/diagnose.ts";
import type { Release } from "../core/install/stub.ts";
import { toGaps } from "../core/install/to-gaps.ts";
import { calledRepository, type WorkflowFacts } from "../core/install/workflow-facts.ts";
import type { Config } from "../core/model/config.ts";
import type { Gap } from "../core/model/gap.ts";
import type { ConfigReading } from "../core/model/parse-config.ts";
import type { SeenSettings } from "../core/ports/github/look.ts";
import { makeLabel } from "./make-label.ts";
import type { Ports } from "./ports.ts";

/** Where a track begins: looks at what `gsd doctor` looks at, as far as this token sees it. */
export async function lookForGaps(ports: Ports, settled: Config): Promise<Gap[] | undefined> {
  const config = { ok: true as const, config: settled };
  return unlessRefused(ports, async () => {
    const { settings } = await ports.github.look({ settings: true });
    if (!settings) return undefined;
    // Of people who delete it later, a tick remembers that it was there.
    if (!ports.ledger.latest()) await makeLabel(ports, config, settings);
    return readGaps(ports, { config, settings, asks: { rules: true, release: true, disabled: true } });
  });
}

interface Sight {
  config: ConfigReading;
  settings: SeenSettings;
  asks: Asks;
}

/** What costs requests of its own. */
export interface Asks {
  /** The rules of two kinds of branches. */
  rules: boolean;
  /** The newest release of gsd. */
  release: boolean;
  /** Workflows that GitHub disabled. */
  disabled: boolean;
}

/** What is missing, of what was seen. */
export async function readGaps(ports: Ports, { config, settings, asks }: Sight): Promise<Gap[]> {
  const { parse } = ports;
  const readings = await Promise.all(
    settings.workflows.map(({ path, text }) => parse("workflow", path, text)),
  );
  const workflows = readings.flatMap((reading) => (reading.ok && reading.value) || []);
  const [rules, newest, disabled] = await Promise.all([
    asks.rules ? readRules(ports) : undefined,
    asks.release ? readNewest(ports, workflows) : undefined,
    asks.disabled ? ports.github.disabledWorkflows() : undefined,
  ]);
  const checkup: Checkup = {
    // What cannot be seen from here, or is told elsewhere, is not looked at.
    repository: {
      name: `${ports.github.owner}/${ports.github.name}`,
      url: "",
      defaultBranch: "",
      isPrivate: false,
      isArchived: false,
      hasIssues: true,
      access: unseen,
      mergeMethods: settings.mergeMethods,
      actions: unseen,
      workflowsOpenPulls: unseen,
    },
    config: configFacts(config),
    shared: { state: "absent" },
    origins: undefined,
    workflows,
    disabled: disabled ?? unseen,
    labels: unseen,
    rules: rules ?? unseen,
    secrets: ports.secrets ?? unseen,
    blockingBranches: settings.blockingBranches,
    machine: { isRunner: false },
    hasLocalStub: false,
  };
  return toGaps(diagnose(newest ? { ...checkup, newest } : checkup).diagnoses);
}

async function readNewest({ github }: Ports, workflows: WorkflowFacts[]): Promise<Release | undefined> {
  const called = calledRepository(workflows);
  return called === undefined ? undefined : github.newestRelease(called);
}

/** One branch of each family that every track makes. */
async function readRules({ github }: Ports): Promise<Checkup["rules"]> {
  const branches = ownBranches.filter((_, at) => at === 1 || at === 2);
  const all = await Promise.all(
    branches.map(async (branch) => ({ branch, rules: await github.rulesOf(branch) })),
  );
  const seen = all.flatMap(({ branch, rules }) => (rules ? [{ branch, rules }] : []));
  return seen.length < all.length ? unseen : seen;
}

/** It only tells: what keeps it from looking keeps no track from going on. */
export async function unlessRefused<T>({ log }: Ports, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    log.warn("the repository's settings were not looked at", { why: String(error) });
    return undefined;
  }
}
