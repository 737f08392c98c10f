import type { Config } from "../model/config.ts";
import type { EngineName } from "../model/engines.ts";
import { defaultConfig } from "../model/parse-config.ts";
import { copyPaths, copyWorkflow, type Digest, isUntouchedCopy } from "./copy.ts";
import { labelsToOffer, type OwnLabel } from "./labels.ts";
import { neededSecrets } from "./needed-secrets.ts";
import { renderConfig } from "./render-config.ts";
import { renewStub } from "./renew-stub.ts";
import { fillStub, type Mode, type Release, type Runners, type StubCall, stubTemplates } from "./stub.ts";
import type { Survey } from "./survey.ts";
import { isCi } from "./workflow-facts.ts";

/** What a person chose, by flags or answers. */
export interface InstallChoice {
  mode: Mode;
  /** Whether the repository gets a copy of our workflows. */
  isCopied: boolean;
  runners: Runners;
  engine: EngineName;
  script?: string;
  /** The App's address, where CI is trusted. */
  trusted?: string;
}

/** What an installation is made from, besides that choice. */
export interface InstallInput {
  survey: Survey;
  /** The configuration that is there and stays. */
  kept?: Config;
  release: Release;
  isPrivate: boolean;
  defaultBranch: string;
  product: { schemaUrl: string; url: string };
  /** Our templates, by file name. */
  templates: Readonly<Record<string, string>>;
  /** Workflow files that are there, by path. */
  there: Readonly<Record<string, string>>;
  /** Our workflows at the release, by path, where they are copied. */
  originals: Readonly<Record<string, string>>;
  sha256: Digest;
}

export interface NewFile {
  path: string;
  text: string;
  /** What is there may go: all that somebody wrote into it stays, or nobody did. */
  isUpdate?: true;
  /** What is there stays in part or as a whole, though a new one would be another: why. */
  keeps?: "changes" | "newer-pin";
}

/** What an installation writes and asks for. */
export interface InstallPlan {
  files: NewFile[];
  label: string;
  /** All that people put on issues, the one that asks for a plan first. */
  labels: OwnLabel[];
  secrets: string[];
  /** The repository's own workflows that the stub hears of. */
  ci: string[];
  /** Whether CI is trusted, and the App that the stub names for it. */
  trust: { isChosen: boolean; isConfigured: boolean; app?: string };
}

export const configPath = ".github/gsd.yml";
const issueForms = ["gsd-feature.yml", "gsd-story.yml", "gsd-bug.yml"];

/** The files that install gsd in a repository, as values. */
export function planInstall(input: InstallInput, choice: InstallChoice): InstallPlan {
  const { survey, release, isPrivate, templates, kept } = input;
  const ci = survey.workflows.filter(isCi).map(({ name }) => name);
  const config = kept ?? { ...defaultConfig(), engine: choice.engine };
  const secrets = neededSecrets(config);
  const textOf = (template: string) => templates[template] ?? "";
  const trust = planTrust(input, choice);
  const call: StubCall = { release, isCopied: choice.isCopied, runners: choice.runners };
  if (trust.app !== undefined) call.app = trust.app;
  const stubs = Object.entries(stubTemplates[choice.mode]).map(([path, template]) => {
    const fresh = { path, text: fillStub(textOf(template), { ...call, ci, isPrivate }) };
    return renewStub({ there: input.there[path], fresh, call, mode: choice.mode }) ?? fresh;
  });
  const forms = issueForms.map((name) => ({
    path: `.github/ISSUE_TEMPLATE/${name}`,
    text: textOf(name).replaceAll("gsd:plan", config.label),
  }));
  const files = kept ? [] : [newConfig(input, choice, secrets)];
  return {
    files: [...stubs, ...planCopy(input, choice), ...files, ...forms],
    label: config.label,
    labels: labelsToOffer(config),
    secrets,
    ci,
    trust,
  };
}

/** Our workflows for the repository itself. They fit each other: where somebody changed one, none is replaced unasked. */
function planCopy(
  { originals, release, there, sha256 }: InstallInput,
  { isCopied }: InstallChoice,
): NewFile[] {
  if (!isCopied) return [];
  const copies = Object.entries(copyPaths).map(([from, path]) => ({
    path,
    text: copyWorkflow(originals[from] ?? "", release, sha256),
  }));
  const old = copies.flatMap(({ path }) => there[path] ?? []);
  const isUpdate = old.every((text) => isUntouchedCopy(text, sha256));
  return copies.map((copy) => (isUpdate ? { ...copy, isUpdate } : copy));
}

/** A configuration that stays decides; the stub that is there may know the App. */
function planTrust({ kept, survey }: InstallInput, { trusted }: InstallChoice): InstallPlan["trust"] {
  const isConfigured = kept ? kept.ci === "trusted" : trusted !== undefined;
  const known = survey.workflows.flatMap(({ stub }) => stub?.app ?? [])[0];
  const trust = { isChosen: trusted !== undefined, isConfigured };
  const app = isConfigured ? (trusted ?? known) : undefined;
  return app === undefined ? trust : { ...trust, app };
}

function newConfig(
  input: InstallInput,
  { engine, script, trusted }: InstallChoice,
  secrets: string[],
): NewFile {
  const { survey, product, defaultBranch } = input;
  const wishes = {
    engine,
    secrets,
    schemaUrl: product.schemaUrl,
    docsUrl: `${product.url}/blob/main`,
    defaultBranch,
    isTrusted: trusted !== undefined,
  };
  const text = renderConfig(survey, script === undefined ? wishes : { ...wishes, script });
  return { path: configPath, text };
}
