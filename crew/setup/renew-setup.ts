import { type ChangeSet, sha256Of } from "../../adapters/git/describe-changes.ts";
import { createFolderReader } from "../../adapters/git/folder-reader.ts";
import { readRootFiles } from "../../adapters/git/read-root-files.ts";
import { maxFileBytes } from "../../adapters/git/scan-tree.ts";
import { digestOf } from "../../core/check/digest-of.ts";
import { type Setup, shownSetup } from "../../core/detect/choose-commands.ts";
import { findInstallCode, isDependencyFile } from "../../core/detect/dependency-files.ts";
import { hostsOf } from "../../core/detect/find-hosts.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import { installsCode, installsFrom } from "../../core/render/setup.ts";
import { toText } from "../../core/text/to-text.ts";
import { type Crew, saveState } from "../crew.ts";
import type { FreshPlace } from "../trees/create-trees.ts";
import { askHosts } from "./ask-hosts.ts";
import { clearHome } from "./clear-home.ts";
import { runSetup, type SetupResult } from "./run-setup.ts";

/** What is installed for the change as it is now. */
export interface Installed {
  /** Of the manifests and lockfiles in the change. */
  digest: string;
  /** A setup that failed on them. */
  failed?: { check: CheckResult; reason: string };
  /** Why a person has to decide first. */
  refusal?: string;
  /** What kept it from being done. */
  error?: unknown;
}

/** A changed manifest or lockfile, as text. */
interface ChangedFile {
  path: string;
  before: string;
  after: string;
}

/** Nothing that concerns the installation was changed. */
export const untouched: Installed = { digest: digestOf([], sha256Of) };

/**
 * Runs the setup again where a change touches a manifest or a lockfile, so that checks, reviewers and the next round find
 * what it asks for. Lockfiles are brought up to date with it, as a part of the change.
 */
async function renewSetup(crew: Crew): Promise<void> {
  const { input, journal, trees } = crew;
  const setup = await setupOf(crew);
  if (!setup || input.signal?.aborted) return;
  const wanted = () => onlyDependencies(journal.changes(), setup);
  if (digestOf(wanted().changes, sha256Of) === crew.installed.digest) return;
  await trees.adopt(undefined);
  crew.installed = untouched;
  if (wanted().changes.length > 0) {
    const found = await install(crew, setup, wanted());
    // With the lockfile, if that was brought up to date.
    crew.installed = { ...found, digest: digestOf(wanted().changes, sha256Of) };
  }
  saveState(crew);
}

/** The same for those who go on whatever happens: what goes wrong is said by the check that needs the installation. */
export async function keepInstalled(crew: Crew): Promise<void> {
  try {
    await renewSetup(crew);
  } catch (error) {
    crew.installed = { digest: "", error };
  }
}

/** The setup of the tree as it is now. */
async function setupOf({ input, journal }: Crew): Promise<Setup | undefined> {
  if (!input.setupAgain || journal.changes().changes.length === 0) return input.setupAgain?.({});
  const { changes, contents } = journal.changes();
  const files = changes.filter(({ path }) => !path.includes("/") && isDependencyFile(path, ""));
  const texts = files.map((change) => [change.path, textIn(contents, change)] as const);
  return input.setupAgain(Object.fromEntries(texts));
}

async function install(crew: Crew, setup: Setup, wanted: ChangeSet): Promise<Omit<Installed, "digest">> {
  const { input, trees } = crew;
  const hosts = await askHosts(setup, { ...input, env: input.setupEnvironment });
  const refusal = findRefusal(await changedFiles(crew, wanted), { ...setup, hosts });
  if (refusal) return { refusal };
  // Only what says what to install: no other file of the change is near the network, unless nothing of it can run.
  const place = await trees.fresh(setup.runsNoCode ? crew.journal.changes() : wanted);
  const run = (lines: Pick<Setup, "command" | "steps">) =>
    runSetup({
      setup: { ...setup, hosts, ...lines },
      cwd: place.folder,
      sandbox: place.sandbox,
      minutes: input.config.limits.minutes,
      signal: input.signal,
      network: input.network,
      env: input.setupEnvironment,
    });
  const locked = await updateLocks(crew, { setup, place, run });
  const result = locked ?? (await run(setup));
  if (result.reason === undefined) {
    await clearHome(place.home);
    await trees.adopt({ ...place, isTreeKept: setup.runsNoCode !== true });
    return {};
  }
  const { check, reason, unreached = [], missing } = result;
  // Whoever made the change can help neither.
  if (unreached.length > 0 || missing !== undefined) return { refusal: reason };
  return { failed: { check: { ...check, command: shownSetup(setup) }, reason } };
}

/** Brings lockfiles up to date with the manifests, here and in the own tree; what fails is returned. */
async function updateLocks(
  { input, journal, trees }: Crew,
  given: {
    setup: Setup;
    place: FreshPlace;
    run: (lines: Pick<Setup, "command" | "steps">) => Promise<SetupResult>;
  },
): Promise<SetupResult | undefined> {
  // What is reverted is as it was.
  if (input.reverts.length > 0) return undefined;
  for (const { command, files } of given.setup.locks ?? []) {
    const result = await given.run({ command, steps: [command] });
    if (result.reason !== undefined) return result;
    for (const path of files) {
      // A package's script may have put a link there.
      const content = await createFolderReader(given.place.folder).read(path, maxFileBytes);
      if (content) await trees.put(path, content);
    }
  }
  journal.setChanges(await trees.changes());
  return undefined;
}

function findRefusal(files: readonly ChangedFile[], setup: Setup): string | undefined {
  for (const file of files) {
    const known = [...setup.hosts, ...hostsOf(file.path, file.before)];
    const hosts = hostsOf(file.path, file.after).filter((host) => !known.includes(host));
    if (hosts.length > 0) return installsFrom(file.path, hosts, setup.hosts);
    const code = findInstallCode(file, setup);
    if (code) return installsCode(file.path, code);
  }
  return undefined;
}

async function changedFiles({ input }: Crew, { changes, contents }: ChangeSet): Promise<ChangedFile[]> {
  const paths = changes.map(({ path }) => path);
  const base = await readRootFiles(input.folder, input.base, paths);
  return changes.map((change) => ({
    path: change.path,
    before: base[change.path] ?? "",
    after: textIn(contents, change) ?? "",
  }));
}

function onlyDependencies({ changes, contents }: ChangeSet, { command }: Setup): ChangeSet {
  return { changes: changes.filter(({ path }) => isDependencyFile(path, command)), contents, refusals: [] };
}

function textIn(contents: ChangeSet["contents"], change: ChangeSet["changes"][number]): string | undefined {
  const content = "sha256" in change ? contents.get(change.sha256) : undefined;
  return content && toText(content);
}
