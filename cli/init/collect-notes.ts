import { chooseCommands } from "../../core/detect/choose-commands.ts";
import type { InstallChoice, InstallInput, InstallPlan } from "../../core/install/plan-install.ts";
import type { Release } from "../../core/install/stub.ts";
import { isCi } from "../../core/install/workflow-facts.ts";
import { product } from "../../core/product.ts";
import type { InstallNote } from "../../core/render/install.ts";
import type { Clone } from "../find-clone.ts";
import type { PlannedFile } from "./init.ts";
import type { GitHubView } from "./look-at-github.ts";

interface Circumstances {
  clone: Clone;
  github: GitHubView;
  choice: InstallChoice;
  plan: InstallPlan;
  files: PlannedFile[];
  /** Those that nobody said may be replaced, and nobody will be asked about. */
  unasked: PlannedFile[];
  /** Paths of those that are replaced though no commit has what is in them. */
  lost: string[];
}

/** All that a person should know before anything is written. */
export function collectNotes(input: InstallInput, about: Circumstances): InstallNote[] {
  const { clone, github, choice, plan } = about;
  const { survey, kept, release, defaultBranch } = input;
  const { commands } = chooseCommands({ setup: {}, commands: {} }, survey.files);
  const hasCommands = Object.keys(commands).length > 0;
  const notes: InstallNote[] = [...trustNotes(plan), ...github.notes];
  if (survey.hasOpenSpec) notes.push({ type: "openspec" });
  if (survey.packages.length > 0) notes.push({ type: "packages", folders: survey.packages, hasCommands });
  else if (!hasCommands && !kept) notes.push({ type: "no-commands" });
  if (kept) notes.push({ type: "config-kept" });
  if (release.version !== undefined && release.version !== product.version)
    notes.push({ type: "other-release", version: product.version, release });
  if (clone.branch && clone.branch !== defaultBranch)
    notes.push({ type: "other-branch", branch: clone.branch, defaultBranch });
  if (!clone.branch) notes.push({ type: "no-branch", defaultBranch });
  const ci = survey.workflows.filter(isCi);
  const services = ci.filter((one) => one.services.length > 0);
  if (services.length > 0) notes.push({ type: "services", workflows: services.map(({ name }) => name) });
  const ownRunners = [...new Set(ci.flatMap((one) => one.ownRunners))];
  if (ownRunners.length > 0 && !choice.runners.agents)
    notes.push({ type: "own-runners", labels: ownRunners });
  return [...notes, ...fileNotes(about, release)];
}

/** What stays of files that are there, and what is lost. */
function fileNotes({ files, unasked, lost }: Circumstances, release: Release): InstallNote[] {
  const differing = unasked.filter(({ state }) => state === "differs");
  const changed = files.filter(({ keeps }) => keeps === "changes");
  const newer = files.filter(({ keeps }) => keeps === "newer-pin");
  return [
    ...differing.map(({ path }): InstallNote => ({ type: "kept", path })),
    ...changed.map(({ path }): InstallNote => ({ type: "changes-kept", path })),
    ...newer.map(({ path }): InstallNote => ({ type: "newer-pin", path, version: release.version ?? "" })),
    ...lost.map((path): InstallNote => ({ type: "uncommitted", path })),
  ];
}

/** What is risky comes first. */
function trustNotes({ trust }: InstallPlan): InstallNote[] {
  const notes: InstallNote[] = [];
  if (trust.isConfigured) notes.push({ type: "ci-trusted" });
  if (trust.isConfigured && trust.app === undefined) notes.push({ type: "ci-no-address" });
  if (trust.isChosen && !trust.isConfigured) notes.push({ type: "ci-not-configured" });
  return notes;
}
