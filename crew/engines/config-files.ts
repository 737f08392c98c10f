import type { EngineName } from "../../core/model/engines.ts";

/** Files in a repository that instruct an engine or make it run something, as globs. */
export const configFiles: Readonly<Record<EngineName, readonly string[]>> = {
  "claude-code": ["**/CLAUDE.md", "**/CLAUDE.local.md", "**/.claude", "**/.claude/**", "**/.mcp.json"],
  codex: [
    "**/AGENTS.md",
    "**/AGENTS.override.md",
    "**/.codex",
    "**/.codex/**",
    "**/.agents",
    "**/.agents/**",
  ],
  gemini: ["**/GEMINI.md", "**/.gemini", "**/.gemini/**", "**/.geminiignore", "**/.env"],
  opencode: ["**/opencode.json", "**/opencode.jsonc", "**/.opencode", "**/.opencode/**"],
  script: [".gsd", ".gsd/**"],
};

/** Files that runtimes, package managers and git hooks read, whichever engine starts them. */
const toolFiles = [
  ...["**/.npmrc", "**/.yarnrc", "**/.yarnrc.yml", "**/.pnpmfile.cjs", "**/bunfig.toml", "**/.envrc"],
  ...[".husky", ".husky/**", ".githooks", ".githooks/**", "lefthook.yml", ".lefthook.yml"],
  ...["**/.cursorrules", "**/.cursor", "**/.cursor/**", ".github/copilot-instructions.md"],
];

/** What is taken from the base whatever a branch says, and whichever engine runs: one may read another's files. */
export const allConfigFiles: readonly string[] = [...Object.values(configFiles).flat(), ...toolFiles];
