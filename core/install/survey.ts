import type { RootFiles } from "../detect/detect.ts";
import type { EngineName } from "../model/engines.ts";
import type { WorkflowFacts } from "./workflow-facts.ts";

/** What a clone says about itself, before gsd is installed. */
export interface Survey {
  /** Manifests, lockfiles and package managers' settings at the root. */
  files: RootFiles;
  /** Folders below the root that have a manifest of their own. */
  packages: string[];
  workflows: WorkflowFacts[];
  /** Files that instruct agents, as they are called: CLAUDE.md, AGENTS.md, … */
  agentFiles: string[];
  hasOpenSpec: boolean;
}

/** Manifests by which a package of a repository of several is found. */
export const manifestNames = ["package.json", "pyproject.toml", "go.mod", "Cargo.toml", "Gemfile"] as const;

/** Whose instructions they are: a repository that has them has that agent at work already. */
const instructions: readonly [string, EngineName][] = [
  ["CLAUDE.md", "claude-code"],
  [".claude", "claude-code"],
  ["GEMINI.md", "gemini"],
  [".gemini", "gemini"],
  ["opencode.json", "opencode"],
  [".opencode", "opencode"],
  [".codex", "codex"],
  ["AGENTS.md", "codex"],
];

export const agentFileNames: readonly string[] = instructions.map(([name]) => name);

/** The engine to suggest: whose files are there, or whose key is set, or the first. */
export function suggestEngine({ agentFiles }: Pick<Survey, "agentFiles">, secrets: string[]): EngineName {
  const byFile = instructions.find(([name]) => agentFiles.includes(name))?.[1];
  const bySecret = keys.find(([secret]) => secrets.includes(secret))?.[1];
  return byFile ?? bySecret ?? "claude-code";
}

const keys: readonly [string, EngineName][] = [
  ["ANTHROPIC_API_KEY", "claude-code"],
  ["OPENAI_API_KEY", "codex"],
  ["GEMINI_API_KEY", "gemini"],
];

/** The languages that the files at the root are of. */
export function languagesOf({ files }: Pick<Survey, "files">): string[] {
  const signs: [string, RegExp][] = [
    ["JavaScript", /^package\.json$/],
    ["Go", /^go\.mod$/],
    ["Rust", /^Cargo\.toml$/],
    ["Python", /^(pyproject\.toml|[\w-]*requirements[\w-]*\.txt)$/],
    ["Ruby", /^Gemfile$/],
  ];
  const names = Object.keys(files);
  return signs.filter(([, sign]) => names.some((name) => sign.test(name))).map(([language]) => language);
}
