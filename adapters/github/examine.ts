import { sharedConfig } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import {
  type BranchRules,
  blockingNames,
  type Checkup,
  ownBranches,
  type SharedFacts,
  type Unseen,
  unseen,
} from "../../core/install/checkup.ts";
import { configFacts } from "../../core/install/config-facts.ts";
import { configPath } from "../../core/install/plan-install.ts";
import {
  calledRepository,
  isWorkflowFile,
  type WorkflowFacts,
  workflowFolder,
} from "../../core/install/workflow-facts.ts";
import type { SharedText } from "../../core/model/parse-config.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { parse } from "../parse/create-parse.ts";
import { connectSettings, type Entrance, type SettingsConnection } from "./connect-settings.ts";

/** What the machine adds to what GitHub says. */
export type Surroundings = Pick<Checkup, "machine" | "hasLocalStub">;

/** The repository that is looked at, and whose token asks. */
export interface Patient extends Entrance {
  connection: SettingsConnection;
  asker: "person" | "workflow";
}

/** Reads all that a checkup looks at. */
export async function examine(patient: Patient, surroundings: Surroundings): Promise<Checkup> {
  const { github, settings } = patient.connection;
  const facts = await settings.facts();
  if (!facts) throw unreadable(github, patient);
  const repository = patient.asker === "workflow" ? { ...facts, access: unseen as Unseen } : facts;
  const own = await github.readFile(configPath, repository.defaultBranch);
  const { facts: shared, text } = await readShared(patient, github.owner);
  const { config, origins } = await readConfig(own, text);
  const workflows = await readWorkflows(github, repository.defaultBranch);
  const called = calledRepository(workflows);
  const newest = called === undefined ? undefined : await github.newestRelease(called);
  const checkup: Checkup = {
    ...surroundings,
    repository,
    config,
    shared,
    origins,
    workflows,
    disabled: (await github.disabledWorkflows()) ?? unseen,
    labels: config.state === "good" ? await settings.labels(config.labels.map(({ name }) => name)) : [],
    rules: await readRules(github),
    // Nobody's name is shown to nobody.
    secrets: patient.token === undefined ? unseen : await settings.secrets(),
    blockingBranches: await readBlocking(github),
  };
  return newest ? { ...checkup, newest } : checkup;
}

function unreadable({ owner, name }: GitHubPort, { token }: Entrance): GsdError {
  const way =
    token === undefined
      ? "If it is private, set a token as GH_TOKEN or sign in: gh auth login"
      : "Check the name, and that your token has access to it.";
  return new GsdError("not-found", `GitHub shows no repository ${owner}/${name}. ${way}`);
}

type Settings = Pick<Checkup, "config" | "origins">;

async function readConfig(own: { text: string } | undefined, shared: SharedText): Promise<Settings> {
  const reading = await parse("config", own?.text, shared);
  if (!reading.ok)
    return {
      config: { state: "broken", problems: [{ path: "", message: reading.message }] },
      origins: undefined,
    };
  // Where nobody wrote anything, nothing says who should do the work.
  const config = own || shared.text !== undefined ? configFacts(reading.value) : { state: "absent" as const };
  const origins = await parse("setting-origins", own?.text, shared);
  return { config, origins: origins.ok ? origins.value : undefined };
}

/** What the owner says for all repositories. Runs see a public repository only, so that another one is told and does not count. */
async function readShared(
  patient: Patient,
  owner: string,
): Promise<{ facts: SharedFacts; text: SharedText }> {
  const name = sharedConfig.name(owner);
  const nothing = { facts: { state: "absent" as const }, text: { name, text: undefined } };
  const { github, settings } = connectSettings(patient, { owner, name: sharedConfig.repository });
  const repository = await settings.facts();
  const file = repository && (await github.readFile(sharedConfig.file, repository.defaultBranch));
  if (!repository || !file) return nothing;
  if (repository.isPrivate) return { ...nothing, facts: { state: "private", name } };
  return { facts: { state: "public", name }, text: { name, text: file.text } };
}

async function readWorkflows(github: GitHubPort, branch: string): Promise<WorkflowFacts[]> {
  const entries = (await github.listFolder(workflowFolder, branch)) ?? [];
  const paths = entries
    .filter(({ name }) => isWorkflowFile(name))
    .map(({ name }) => `${workflowFolder}/${name}`);
  const files = await Promise.all(paths.map((path) => github.readFile(path, branch)));
  const readings = await Promise.all(paths.map((path, at) => parse("workflow", path, files[at]?.text ?? "")));
  return readings.flatMap((reading) => (reading.ok && reading.value) || []);
}

async function readRules(github: GitHubPort): Promise<BranchRules[] | Unseen> {
  const all = await Promise.all(
    ownBranches.map(async (branch) => ({ branch, rules: await github.rulesOf(branch) })),
  );
  const seen = all.flatMap(({ branch, rules }) => (rules ? [{ branch, rules }] : []));
  return seen.length < all.length ? unseen : seen;
}

async function readBlocking(github: GitHubPort): Promise<string[]> {
  const heads = await Promise.all(blockingNames.map((name) => github.ref(`heads/${name}`)));
  return blockingNames.filter((_, at) => heads[at] !== undefined);
}
