import type { BlindSpot } from "../install/diagnose.ts";
import { type Diagnosis, type DiagnosisType, type Remedy, remedyOf } from "../install/diagnosis.ts";
import type { LabelPurpose } from "../install/labels.ts";
import { stubPath } from "../install/stub.ts";
import { code, inline } from "../text/foreign.ts";
import { brokenFile, codeList, list, pick, short } from "./phrases.ts";

/** What one diagnosis says to people: what is wrong, why it matters, and what to do. */
export interface DiagnosisWords {
  what: string;
  why: string;
  fix: string;
}

/** How a repository is named, and how its pages are reached, where the words will stand. */
export interface Naming {
  /** What a command of `gh` needs to find it; nothing where that is clear. */
  option: string;
  page(path: string): string;
}

/** For a terminal and for summaries: with whole addresses. */
export function namingOf({ name, url }: { name: string; url: string }): Naming {
  return { option: ` --repo ${name}`, page: (path) => `${url}/${path}` };
}

/** For a comment in the repository itself. */
export const namingHere: Naming = { option: "", page: (path) => `[${path}](../${path})` };

type WordsOf = {
  [Type in DiagnosisType]: (diagnosis: Extract<Diagnosis, { type: Type }>, naming: Naming) => DiagnosisWords;
};

/** Turns a diagnosis into words. */
export function renderDiagnosis(diagnosis: Diagnosis, naming: Naming): DiagnosisWords {
  const words = wordsOf[diagnosis.type] as (one: Diagnosis, naming: Naming) => DiagnosisWords;
  const { what, why, fix } = words(diagnosis, naming);
  const byDoctor = remedyOf(diagnosis) ? " Or let `gsd doctor --fix` do it." : "";
  return { what, why, fix: `${fix}${byDoctor}` };
}

const labelReasons: Readonly<Record<LabelPurpose, string>> = {
  plan: "People put it on an issue to ask for a plan. Until then only the comment `/plan` works.",
  quick:
    "People put it on an issue to ask for one pull request without a plan. Until then only the comment `/quick` works.",
  choose: "People put it on an issue to let gsd choose between a plan and one pull request.",
  backlog: "People put it on issues that the nightly run may plan.",
  "needs-input": "gsd puts it on issues that wait for answers.",
};

const actionsPage = ({ page }: Naming) => page("settings/actions");

const wordsOf: WordsOf = {
  archived: (_, { page }) => ({
    what: "The repository is archived.",
    why: "Nobody can label issues or push there, and gsd cannot either.",
    fix: `Unarchive it at the bottom of ${page("settings")}.`,
  }),
  "issues-off": (_, { page }) => ({
    what: "Issues are turned off in this repository.",
    why: "Every track begins with an issue.",
    fix: `Tick Issues under Features on ${page("settings")}.`,
  }),
  access: ({ access }) => ({
    what: `Your token has ${access} access only.`,
    why: "Labels and commands of people without write access do not count, and most settings stay hidden from them.",
    fix: "Ask an owner of the repository for write access, or use the token of someone who has it.",
  }),
  "actions-off": (_, naming) => ({
    what: "GitHub Actions are turned off in this repository.",
    why: "gsd's jobs run there; without them it hears nothing.",
    fix: `Allow actions on ${actionsPage(naming)}.`,
  }),
  "actions-limited": ({ allowed, missing }, naming) => ({
    what: `This repository may not use ${list(missing.map((one) => code(`${one}/*`)))}.`,
    why: "Runs of gsd would end before they begin: its workflow, and the actions that it uses, are not on the list.",
    fix:
      allowed === "selected"
        ? `Add them to the allowed actions and reusable workflows on ${actionsPage(naming)}.`
        : `Choose "Allow select actions" on ${actionsPage(naming)} and add them there.`,
  }),
  "pulls-forbidden": (_, naming) => ({
    what: "GitHub Actions may not create pull requests here.",
    why: "A plan would stay on its branch, and the track would pause. gsd never approves; GitHub has one box for both.",
    fix: `Tick "Allow GitHub Actions to create and approve pull requests" on ${actionsPage(naming)}. If it is greyed out, an owner of the organisation has to allow it first.`,
  }),
  rules: ({ branch, rules }, { page }) => ({
    what: `Rules cover ${code(branch)}: ${codeList(rules)}.`,
    why: "gsd creates, moves and deletes its own branches, and GitHub refuses that unless the rules let it pass.",
    fix: `Exclude ${code(branch)} from the ruleset on ${page("settings/rules")}, or let GitHub Actions bypass it.`,
  }),
  "branch-name": ({ branch }) => ({
    what: `There is a branch named ${code(branch)}.`,
    why: `git cannot have ${code(`${branch}/…`)} beside it, where gsd keeps its branches.`,
    fix: `Rename it: ${code(`git push origin origin/${branch}:refs/heads/${branch}-old && git push origin --delete ${branch}`)}.`,
  }),
  "merge-method": ({ method, allowed }, { page }) => ({
    what: `${method === "squash" ? "Squash merging" : `Merging by ${code(method)}`} is not allowed here.`,
    why: `gsd merges tasks that way (${code("merge_method")}), and GitHub would refuse each merge.`,
    fix: `Allow it under Pull Requests on ${page("settings")}, or set ${code(`merge_method: ${allowed[0] ?? "merge"}`)} in ${code(".github/gsd.yml")}.`,
  }),
  "label-missing": ({ label, purpose }, { option }) => ({
    what: `The label ${code(label)} does not exist.`,
    why: labelReasons[purpose],
    fix: `Create it: ${code(`gh label create "${label}"${option}`)}.`,
  }),
  "config-missing": () => ({
    what: "`.github/gsd.yml` is not on the default branch.",
    why: "Nothing says who should do the work.",
    fix: "Write it with `gsd init`, then commit and push it.",
  }),
  "config-broken": ({ problems }) => ({
    what: `${brokenFile(problems)} has ${problems.length === 1 ? "an error" : `${problems.length} errors`}: ${problems.map(problemLine).join("; ")}.`,
    why: "gsd does nothing until it can read its configuration.",
    fix: problems.some(({ file }) => file !== undefined)
      ? "Fix it there, on the default branch, or write `organization: false` in `.github/gsd.yml`; docs/configuration.md says what it may set."
      : "Fix the file on the default branch; docs/configuration.md lists all settings.",
  }),
  "shared-private": ({ name }) => ({
    what: `${code(name)} is in a private repository.`,
    why: "You can read it, but gsd's runs cannot: the settings there do not count here.",
    fix: "Make that repository public, write the settings into `.github/gsd.yml`, or say `organization: false` there.",
  }),
  "script-missing": () => ({
    what: "`.github/gsd.yml` has the engine `script` and no `script`.",
    why: "Nothing says which command does the work.",
    fix: "Write `script: <command>`, or another `engine` such as `claude-code`.",
  }),
  "secret-missing": ({ secret }, { option, page }) => ({
    what: `The secret ${code(secret)} is not set.`,
    why: "The engine in `.github/gsd.yml` needs it; every job would fail with `auth`.",
    fix: `Run ${code(`gh secret set ${secret}${option}`)}, or add it on ${page("settings/secrets/actions")}.`,
  }),
  "stub-missing": ({ hasLocal }) => ({
    what: "gsd's workflow is not on the default branch.",
    why: "Without it nothing hears labels and comments, and no job can run.",
    fix: hasLocal
      ? `It is in your work tree: commit ${code(stubPath)} and push it to the default branch.`
      : "Write it with `gsd init`, then commit and push it.",
  }),
  "stub-unpinned": ({ path, ref }) => ({
    what: `${code(path)} pins ${code(ref)}, which is not a release's commit.`,
    why: /^0+$/.test(ref)
      ? "No run can start: there is no such commit."
      : "Whoever can move that name decides what runs in your repository.",
    fix: "Run `gsd init --overwrite` to pin the newest release by its full SHA.",
  }),
  "stub-permissions": ({ path, missing }) => ({
    what: `${code(path)} does not grant ${codeList(missing)}.`,
    why: "GitHub refuses a workflow that asks for more than its caller grants: no run would start.",
    fix: `Add ${missing.length === 1 ? "it" : "them"} under ${code("permissions:")} of the job there.`,
  }),
  "stub-secret": ({ path, secret }) => ({
    what: `${code(path)} does not pass on the secret ${code(secret)}.`,
    why: "The engine in `.github/gsd.yml` needs it, and a called workflow sees only what it is given.",
    fix: `Add ${code(`${secret}: \${{ secrets.${secret} }}`)} under ${code("secrets:")} there.`,
  }),
  "stub-events": ({ path, missing }) => ({
    what: `${code(path)} does not listen to ${codeList(missing)}.`,
    why: "It is from an earlier release. What gsd does not hear of, it notices within the hour or not at all.",
    fix: `Write it anew with ${code("gsd init --overwrite")}, or take over ${code("on:")} and ${code("if:")} from today's stub (${code("gsd init --dry-run")} shows it).`,
  }),
  "stub-behind": ({ path, pin, version, newest }) => ({
    what: `${code(path)} pins ${version ? `v${version}` : code(short(pin))}; the newest release is ${newest.version ? `v${newest.version}` : code(short(newest.sha))}.`,
    why: "Only the newest release gets fixes.",
    fix: `Pin ${code(newest.sha)}.`,
  }),
  "copy-missing": ({ path, missing }) => ({
    what: `${code(path)} calls a copy of gsd's workflows, and ${codeList(missing)} ${missing.length === 1 ? "is" : "are"} not on the default branch.`,
    why: "No run can start without it.",
    fix: "Write it with `gsd init --copy`, then commit and push it.",
  }),
  "copy-behind": ({ path, pin, version, newest }) => ({
    what: `${code(path)} is a copy of ${version ? `v${version}` : code(short(pin))}; the newest release is ${newest.version ? `v${newest.version}` : code(short(newest.sha))}.`,
    why: "Only the newest release gets fixes.",
    fix: "Run `gsd init --copy`: it brings all copies up to date, and leaves what you changed.",
  }),
  "runner-foreign": ({ path, labels, owner }) => ({
    what: `${code(path)} asks for the runner ${codeList(labels)}, and calls a workflow of ${code(owner)}.`,
    why: "GitHub gives self-hosted and custom larger runners to workflows of their own owner only: the job would wait for ever.",
    fix: "Run `gsd init --copy`, which keeps a copy of gsd's workflows in your repository.",
  }),
  "tick-missing": () => ({
    what: "`.github/workflows/gsd-tick.yml` is not on the default branch.",
    why: "Events get lost now and then; without its clock, gsd never notices.",
    fix: "Write it with `gsd init`, then commit and push it.",
  }),
  "workflow-disabled": ({ path, state }, { option }) => ({
    what: `GitHub has disabled ${code(path)} (${code(state)}).`,
    why: "It does so after 60 days without activity. Until it is enabled, gsd hears nothing through it.",
    fix: `Enable it: ${code(`gh workflow enable ${path.split("/").at(-1)}${option}`)}.`,
  }),
  "ci-unheard": ({ names }) => ({
    what: `gsd does not hear when ${codeList(names)} ${pick(names.length, "ends", "end")}.`,
    why: "Then it learns only within the hour that a head is green.",
    fix: `Name ${names.length === 1 ? "it" : "them"} in ${code("workflow_run: { workflows: […] }")} of ${code(stubPath)}.`,
  }),
  "ci-limited": ({ workflow, branches }) => ({
    what: `${code(workflow)} runs on pull requests into ${branches.length > 0 ? codeList(branches) : "some branches"} only.`,
    why: "It does not see task pull requests, which go into a track's branch; it does see the track's own.",
    fix: `Nothing has to be done. To have it run on each task too, add ${code('"gsd/*"')} to its ${code("branches")}.`,
  }),
  "ci-waits": ({ workflows }) => ({
    what: `${codeList(workflows)} will wait for a person on gsd's pull requests.`,
    why: "GitHub asks somebody to press Approve and run workflows, since an agent wrote the code and your CI has secrets.",
    fix: "Nothing has to be done: gsd runs your commands in its sandbox in any case.",
  }),
  "ci-services": ({ workflows, services }) => ({
    what: `${codeList(workflows)} ${workflows.length === 1 ? "starts" : "start"} services: ${codeList(services)}.`,
    why: "gsd starts none, so agents and its own commands have no database and the like.",
    fix: "Write commands into `.github/gsd.yml` that do without them, or start the server themselves (docs/setup.md, Services). Your CI stays as it is.",
  }),
  "ci-trusted": ({ workflows }) => ({
    what: `CI is trusted (${code("ci: trusted")}): ${workflows.length > 0 ? codeList(workflows) : "it"} runs at once on gsd's pull requests.`,
    why: "Code that an agent wrote runs there with your secrets before anyone has looked at it. Merges and tags by the App start CI on pushes, too.",
    fix: `Nothing has to be done while you want that. To have a person start CI, write ${code("ci: manual")} in ${code(".github/gsd.yml")}.`,
  }),
  "stub-trust": ({ path, missing }) => ({
    what: `CI is trusted (${code("ci: trusted")}), but ${code(path)} lacks ${codeList(missing)}.`,
    why: "Without that, publish cannot ask the App for a token, and CI waits for a person.",
    fix: `Write them with ${code("gsd init --overwrite --trusted-ci <the App's address>")}: ${code("id-token: write")} belongs under ${code("permissions:")} of the job, ${code("app:")} under ${code("with:")}.`,
  }),
  "stub-identity": ({ path }) => ({
    what: `${code(path)} grants ${code("id-token: write")}, and CI is not trusted.`,
    why: "Only publish with `ci: trusted` has to say who it is; nothing should be granted that nobody needs.",
    fix: `Take the line out, or write ${code("ci: trusted")} in ${code(".github/gsd.yml")} if that is what you want.`,
  }),
  sandbox: ({ why, isRunner }) => ({
    what: `There is no sandbox on this machine. ${inline(why)}`,
    why: isRunner
      ? "gsd runs no agent without one."
      : "Jobs on GitHub's own runners have one; only work on this machine, such as `gsd local`, needs it here.",
    fix: isRunner
      ? "Do what the message above says, or use a GitHub-hosted runner."
      : "Nothing has to be done.",
  }),
};

function problemLine({ line, path, message }: { line?: number; path: string; message: string }): string {
  return `${line === undefined ? "" : `line ${line}: `}${path === "" ? "" : `${code(path)} `}${inline(message)}`;
}

const remedies: { [Type in Remedy["type"]]: (remedy: Extract<Remedy, { type: Type }>) => string } = {
  "create-label": ({ label }) => `create the label ${label.name}`,
  "let-workflows-open-pulls": () => "allow GitHub Actions to create pull requests",
  "allow-merge-method": ({ method }) => `allow merging by ${method}`,
  "enable-workflow": ({ path }) => `enable ${path}`,
  "enable-actions": () => "turn GitHub Actions on",
  "enable-issues": () => "turn issues on",
  "renew-pin": ({ path, release }) =>
    `pin ${release.version ? `v${release.version}` : short(release.sha)} in ${path}`,
};

/** What `--fix` would do, as the end of a sentence. */
export function renderRemedy(remedy: Remedy): string {
  return (remedies[remedy.type] as (one: Remedy) => string)(remedy);
}

const blindSpots: Record<BlindSpot, string> = {
  "merge-methods": "which ways of merging are allowed (needs write access)",
  actions: "which actions may run (needs admin access)",
  "workflow-pulls": "whether GitHub Actions may create pull requests (needs admin access)",
  "workflow-states": "whether GitHub has disabled a workflow (needs `actions: read`)",
  labels: "whether the label exists (needs `issues: read`)",
  rules: "rules for gsd's branches",
  secrets: "which secrets are set (needs write access)",
};

/** What could not be looked at, and what would be needed. */
export function renderBlindSpot(spot: BlindSpot): string {
  return blindSpots[spot];
}
