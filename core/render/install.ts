import type { Access } from "../install/checkup.ts";
import type { InstallPlan } from "../install/plan-install.ts";
import type { Mode, Release } from "../install/stub.ts";
import { few, list, pick, plural, short } from "./phrases.ts";

/** Something that a person should know when gsd is installed. */
export type InstallNote =
  | { type: "no-remote" }
  | { type: "unseen"; name: string; hasToken: boolean }
  | { type: "offline"; why: string }
  | { type: "access"; name: string; access: Access }
  | { type: "openspec" }
  | { type: "packages"; folders: string[]; hasCommands: boolean }
  | { type: "no-commands" }
  | { type: "services"; workflows: string[] }
  | { type: "own-runners"; labels: string[] }
  | { type: "kept"; path: string }
  | { type: "changes-kept"; path: string }
  | { type: "newer-pin"; path: string; version: string }
  | { type: "uncommitted"; path: string }
  | { type: "config-kept" }
  | { type: "other-release"; version: string; release: Release }
  | { type: "other-branch"; branch: string; defaultBranch: string }
  | { type: "no-branch"; defaultBranch: string }
  | { type: "ci-trusted" }
  | { type: "ci-not-configured" }
  | { type: "ci-no-address" };

const takenForPrivate =
  "gsd takes the repository for private: a clock that it writes ticks every six hours instead of hourly.";

const notes: { [Type in InstallNote["type"]]: (note: Extract<InstallNote, { type: Type }>) => string } = {
  "no-remote": () => `This clone has no remote. ${takenForPrivate}`,
  unseen: ({ name, hasToken }) =>
    `GitHub shows no repository ${name} ${hasToken ? "to your token" : "without a token"}. ${takenForPrivate} ${hasToken ? "Check the name and the token's access" : "Set GH_TOKEN or run gh auth login"}, then: gsd doctor --fix`,
  offline: ({ why }) => `GitHub could not be asked (${why}). ${takenForPrivate}`,
  access: ({ name, access }) =>
    `You have ${access} access to ${name}. Somebody with write access has to push the files, create the label and set the secret.`,
  openspec: () =>
    "openspec/ stays as it is. gsd keeps what it promises in specs/, beside it, and reads openspec/ like any other folder.",
  packages: ({ folders, hasCommands }) =>
    `There are packages in ${list(few(folders, 5))}. ${hasCommands ? "The commands run at the root; check that they cover all of them." : "Write commands that check them into .github/gsd.yml."}`,
  "no-commands": () =>
    "gsd found no commands that check a change. Write them into .github/gsd.yml, or changes go unchecked.",
  services: ({ workflows }) =>
    `${list(workflows)} ${pick(workflows.length, "starts", "start")} services such as a database. gsd starts none: write commands into .github/gsd.yml that do without them, or start the server themselves (docs/setup.md, Services).`,
  "own-runners": ({ labels }) =>
    `Your CI runs on ${list(labels)}. gsd's agents run on GitHub's own runners unless you say: gsd init --copy --runner ${labels.join(",")}`,
  kept: ({ path }) =>
    `${path} is there already and differs; it stays. To replace it: gsd init --overwrite ${path}`,
  "changes-kept": ({ path }) =>
    `${path} calls the release above; the rest of it stays, and differs from a new one. To have it written anew: gsd init --overwrite ${path}`,
  "newer-pin": ({ path, version }) =>
    `${path} calls a newer release than this gsd, which is ${version}; it stays. Run the newest gsd to move it on.`,
  uncommitted: ({ path }) =>
    `${path} is replaced, and no commit has what is in it now: git cannot bring that back. Commit it first if you want to keep it.`,
  "config-kept": () => ".github/gsd.yml is there already and is right; it stays.",
  "other-release": ({ version, release }) =>
    `This copy of gsd is ${version}, which has no release. The stub pins the newest one, v${release.version ?? short(release.sha)}.`,
  "other-branch": ({ branch, defaultBranch }) =>
    `You are on ${branch}. gsd counts only what is on ${defaultBranch}: bring the files there.`,
  "no-branch": ({ defaultBranch }) =>
    `No branch is checked out. gsd counts only what is on ${defaultBranch}: bring the files there.`,
  "ci-trusted": () =>
    "CI is trusted: code that an agent wrote runs in your CI at once, with this repository's secrets, before anyone has looked at it. To have a person start it, write ci: manual into .github/gsd.yml.",
  "ci-not-configured": () =>
    ".github/gsd.yml stays and does not say ci: trusted, so CI waits for a person. Write it there if you want CI to start at once, then run gsd init again.",
  "ci-no-address": () =>
    ".github/gsd.yml says ci: trusted, and the stub has to name the App: gsd init --overwrite --trusted-ci <the App's address>",
};

/** One thing to know, as a sentence. */
export function renderInstallNote(note: InstallNote): string {
  return (notes[note.type] as (one: InstallNote) => string)(note);
}

export interface NextSteps {
  /** How the program is called from a shell. */
  program: string;
  plan: InstallPlan;
  mode: Mode;
  /** Paths that no commit has as they are now. */
  uncommitted: string[];
  /** Empty where none is checked out. */
  branch: string;
  /** What the remote is called; undefined where there is none. */
  remote?: string;
  /** `owner/name`, where it is known. */
  name?: string;
  /** Names of secrets that are set already. */
  secrets: string[];
  installAppUrl: string;
}

/** What is left for a person to do, in order; commands as they are typed. */
export function renderNextSteps(input: NextSteps): string[] {
  const { program, plan, mode, uncommitted, name, secrets, installAppUrl } = input;
  const where = name === undefined ? "" : ` --repo ${name}`;
  const steps = uncommitted.length > 0 ? pushSteps(input) : [];
  for (const secret of plan.secrets.filter((one) => !secrets.includes(one)))
    steps.push(`gh secret set ${secret}${where}`);
  if (mode === "app") steps.push(`Install the App: ${installAppUrl}`);
  if (plan.trust.app !== undefined) steps.push(`Start the App with GSD_URL=${plan.trust.app}`);
  steps.push(`${program} doctor`);
  steps.push(`${program} simulate <issue>   # if you like: rehearses it on this machine alone`);
  return [...steps, `Label an issue ${plan.label}, or comment /plan on it.`];
}

/** From a folder that may have no remote, or no branch, to GitHub. */
function pushSteps({ branch, remote }: NextSteps): string[] {
  const target = branch || "install-gsd";
  const steps: string[] = [];
  if (remote === undefined) steps.push("git remote add origin <address of the repository on GitHub>");
  if (!branch) steps.push(`git switch --create ${target}`);
  const push = `git push ${remote ?? "origin"} ${target}`;
  return [...steps, `git add .github && git commit -m "ci: install gsd" && ${push}`];
}

/** What became of the labels, in a sentence each. */
export function renderLabels({
  created,
  there,
  missing,
}: Record<"created" | "there" | "missing", string[]>): string {
  const words = (names: string[], one: string, many: string) =>
    names.length === 0
      ? ""
      : `The ${pick(names.length, "label", "labels")} ${list(names)} ${pick(names.length, one, many)}.`;
  return [
    words(created, "was created", "were created"),
    words(there, "is there already", "are there already"),
    words(
      missing,
      "was not created: gsd doctor --fix does it with a token that has write access",
      "were not created: gsd doctor --fix does it with a token that has write access",
    ),
  ]
    .filter(Boolean)
    .join(" ");
}

/** How to take it back, as commands. */
export function renderUndo({
  added,
  replaced,
  labels,
}: Record<"added" | "replaced" | "labels", string[]>): string[] {
  const lines: string[] = [];
  if (added.length > 0) lines.push(`rm ${added.join(" ")}`);
  if (replaced.length > 0) lines.push(`git checkout -- ${replaced.join(" ")}`);
  for (const label of labels) lines.push(`gh label delete ${JSON.stringify(label)}`);
  return lines;
}

/** What was found: a label, and what stands beside it. */
export function renderFindings(found: {
  languages: string[];
  setup?: string;
  commands: string[];
  hosts: string[];
  /** Who is asked for its own. */
  managers: string[];
  ci: string[];
  agentFiles: string[];
}): [label: string, words: string][] {
  const { languages, setup, commands, hosts, managers, ci, agentFiles } = found;
  const lines: [string, string][] = [["languages", languages.join(", ") || "none that gsd knows"]];
  if (setup) lines.push(["setup", setup]);
  const asked =
    managers.length > 0 ? [`those that ${list(managers)} ${pick(managers.length, "names", "name")}`] : [];
  if (setup) lines.push(["hosts", list([...hosts, ...asked])]);
  lines.push(["commands", commands.join(", ") || "none"]);
  lines.push(["CI", ci.join(", ") || "none"]);
  if (agentFiles.length > 0) lines.push(["agents", agentFiles.join(", ")]);
  return lines;
}

/** A file of the plan, in one line. */
export function renderPlannedFile(
  path: string,
  state: "new" | "same" | "update" | "differs",
  text: string,
): string {
  const marks = { new: "+", same: "=", update: "^", differs: "~" };
  const lines = plural(text.trimEnd().split("\n").length, "line");
  const rest = {
    new: lines,
    same: "is there already",
    update: "brought up to date",
    differs: `${lines}, another one is there`,
  };
  return `${marks[state]} ${path} (${rest[state]})`;
}
