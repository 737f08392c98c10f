import type { Config } from "../model/config.ts";
import type { EngineName } from "../model/engines.ts";
import { defaultConfig } from "../model/parse-config.ts";
import { neededSecrets } from "./needed-secrets.ts";
import { isCi } from "./read-workflow.ts";
import { renderConfig } from "./render-config.ts";
import { fillStub, type Mode, type Release, stubTemplates } from "./stub.ts";
import type { Survey } from "./survey.ts";

/** What a person chose, by flags or answers. */
export interface InstallChoice {
  mode: Mode;
  engine: EngineName;
  script?: string;
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
}

export interface NewFile {
  path: string;
  text: string;
}

/** What an installation writes and asks for. */
export interface InstallPlan {
  files: NewFile[];
  label: string;
  secrets: string[];
  /** The repository's own workflows that the stub hears of. */
  ci: string[];
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
  const stubs = Object.entries(stubTemplates[choice.mode]).map(([path, template]) => ({
    path,
    text: fillStub(textOf(template), { release, ci, isPrivate }),
  }));
  const forms = issueForms.map((name) => ({
    path: `.github/ISSUE_TEMPLATE/${name}`,
    text: textOf(name).replaceAll("gsd:plan", config.label),
  }));
  const files = kept ? [] : [newConfig(input, choice, secrets)];
  return { files: [...stubs, ...files, ...forms], label: config.label, secrets, ci };
}

function newConfig(input: InstallInput, { engine, script }: InstallChoice, secrets: string[]): NewFile {
  const { survey, product, defaultBranch } = input;
  const wishes = {
    engine,
    secrets,
    schemaUrl: product.schemaUrl,
    docsUrl: `${product.url}/blob/main`,
    defaultBranch,
  };
  const text = renderConfig(survey, script === undefined ? wishes : { ...wishes, script });
  return { path: configPath, text };
}
