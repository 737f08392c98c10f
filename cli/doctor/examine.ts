import type { Settings } from "../../adapters/github/settings.ts";
import { GsdError } from "../../core/gsd-error.ts";
import {
  type BranchRules,
  type Checkup,
  type ConfigFacts,
  type Unseen,
  unseen,
} from "../../core/install/checkup.ts";
import { neededSecrets } from "../../core/install/needed-secrets.ts";
import { configPath } from "../../core/install/plan-install.ts";
import { readWorkflow, type WorkflowFacts } from "../../core/install/read-workflow.ts";
import type { Release } from "../../core/install/stub.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { type CliConnection, connect } from "../connect.ts";

/** What the machine adds to what GitHub says. */
export type Surroundings = Pick<Checkup, "machine" | "hasLocalStub">;

interface Access {
  apiUrl: string;
  token: string | undefined;
  connection: CliConnection;
}

/** Branches as gsd makes them; rules are asked for by name, and none has to exist. */
const ownBranches = ["gsd/ledger", "gsd/1-name", "gsd-task/1/T01", "gsd-rollback/1/T01"];
/** Names that would keep git from making those. */
const blockingNames = ["gsd", "gsd-task", "gsd-rollback"];

/** Reads all that a checkup looks at. */
export async function examine(access: Access, surroundings: Surroundings): Promise<Checkup> {
  const { github, settings } = access.connection;
  const repository = await settings.facts();
  if (!repository) throw unreadable(github, access.token);
  const config = readConfig(await github.readFile(configPath, repository.defaultBranch));
  const workflows = await readWorkflows(github, repository.defaultBranch);
  const newest = await findNewest(access, workflows);
  const checkup: Checkup = {
    ...surroundings,
    repository,
    config,
    workflows,
    disabled: await settings.disabledWorkflows(),
    labels: config.state === "good" ? await settings.labels([config.label]) : [],
    rules: await readRules(settings),
    // Nobody's name is shown to nobody.
    secrets: access.token === undefined ? unseen : await settings.secrets(),
    blockingBranches: await readBlocking(github),
  };
  return newest ? { ...checkup, newest } : checkup;
}

function unreadable({ owner, name }: GitHubPort, token: string | undefined): GsdError {
  const way =
    token === undefined
      ? "If it is private, set a token as GH_TOKEN or sign in: gh auth login"
      : "Check the name, and that your token has access to it.";
  return new GsdError("not-found", `GitHub shows no repository ${owner}/${name}. ${way}`);
}

function readConfig(file: { text: string } | undefined): ConfigFacts {
  if (!file) return { state: "absent" };
  const reading = parseConfig(file.text);
  if (!reading.ok) return { state: "broken", problems: reading.problems };
  const { config } = reading;
  return {
    state: "good",
    secrets: neededSecrets(config),
    label: config.label,
    mergeMethod: config.merge_method,
    ci: config.ci,
    lacksScript: config.engine === "script" && config.script === undefined,
  };
}

async function readWorkflows(github: GitHubPort, branch: string): Promise<WorkflowFacts[]> {
  const folder = ".github/workflows";
  const entries = (await github.listFolder(folder, branch)) ?? [];
  const paths = entries.filter(({ name }) => /\.ya?ml$/.test(name)).map(({ name }) => `${folder}/${name}`);
  const files = await Promise.all(paths.map((path) => github.readFile(path, branch)));
  return paths.flatMap((path, at) => readWorkflow(path, files[at]?.text ?? "") ?? []);
}

/** The newest release of the repository that the stub calls, which may be a copy of ours. */
async function findNewest(
  { apiUrl, token }: Access,
  workflows: WorkflowFacts[],
): Promise<Release | undefined> {
  const names = workflows.flatMap(({ stub, copyOf }) => stub?.repository || copyOf?.repository || []);
  const called = names[0]?.split("/");
  if (!called) return undefined;
  const [owner = "", name = ""] = called;
  return connect(apiUrl, token, { owner, name }).settings.newestRelease();
}

async function readRules(settings: Settings): Promise<BranchRules[] | Unseen> {
  const all = await Promise.all(
    ownBranches.map(async (branch) => ({ branch, rules: await settings.rulesOf(branch) })),
  );
  const seen = all.flatMap(({ branch, rules }) => (rules === unseen ? [] : [{ branch, rules }]));
  return seen.length < all.length ? unseen : seen;
}

async function readBlocking(github: GitHubPort): Promise<string[]> {
  const heads = await Promise.all(blockingNames.map((name) => github.ref(`heads/${name}`)));
  return blockingNames.filter((_, at) => heads[at] !== undefined);
}
