/**
 * What instructs agents or runs by itself: names of files and folders, wherever they are. No task may change them, and
 * whoever works or reviews has them as the approved commit does. A repository adds paths that no task may change, and takes
 * names out that tasks may.
 */
export const protectedNames: readonly string[] = [
  // Ours, GitHub's and git's.
  ...[".gsd", ".github", "CODEOWNERS", "action.yml", "action.yaml", ".gitattributes", ".gitmodules"],
  ...[".gitconfig", ".lfsconfig"],
  // What agents are told.
  ...["AGENTS.md", "AGENTS.*.md", "AGENT.md", ".agents", "CLAUDE.md", "CLAUDE.*.md", ".claude"],
  ...[".claude.json", "GEMINI.md", ".gemini", ".geminiignore", ".codex", ".opencode", "opencode.json"],
  ...["opencode.jsonc", ".mcp.json", ".cursor*", ".windsurf*", ".clinerules", ".roo", ".roorules"],
  ...[".roomodes", ".kiro", ".kilocode*", ".aider*", ".continue", ".continuerules", ".junie"],
  ...[".amazonq", ".augment*", ".trae", ".goosehints", ".qwen", "QWEN.md", ".crush", ".crush.json"],
  ...["crush.json", "CRUSH.md", "WARP.md"],
  // What shells, editors and machines for development run when a folder is opened.
  ...[".env", ".envrc", ".vscode/tasks.json", ".vscode/settings.json", ".vscode/mcp.json"],
  ...["*.code-workspace", ".idea", ".zed", ".fleet", ".exrc", ".nvimrc", ".nvim.lua", ".dir-locals.el"],
  ...[".gdbinit", ".lldbinit", ".devcontainer", ".devcontainer.json", ".gitpod*"],
  // What git's hooks run.
  ...[".husky", ".githooks", ".simple-git-hooks.*", ".pre-commit-config.*", ".pre-commit-hooks.yaml"],
  ...["lefthook.*", "lefthook-local.*", ".lefthook*", ".overcommit.yml"],
  // What package managers run, or where they fetch from.
  ...[".npmrc", ".yarnrc*", ".yarn/releases", ".yarn/plugins", ".pnpmfile.*", "bunfig.toml"],
  ...[".cargo/config", ".cargo/config.toml", ".mvn", ".bundle"],
  // CI systems, and bots that open or merge pull requests.
  ...[".gitlab-ci*", ".gitlab", ".circleci", ".buildkite", ".woodpecker*", ".drone.*", ".travis.yml"],
  ...["Jenkinsfile*", "azure-pipelines*", ".azure-pipelines*", "bitbucket-pipelines.yml"],
  ...["appveyor.yml", ".appveyor.yml", ".cirrus.*", ".teamcity", ".semaphore", ".tekton", ".forgejo"],
  ...[".gitea", ".builds", ".build.yml", ".harness", "cloudbuild.yaml", "cloudbuild.yml"],
  ...["cloudbuild.json", "buildspec.yml", "buildspec.yaml", "codefresh.yml", "wercker.yml"],
  ...["renovate.json*", ".renovaterc*", "mergify.yml", ".mergify*", ".kodiak.toml", "bors.toml"],
  ...[".bors.toml"],
];

/** All that a repository's `protected_paths` comes to, as globs; `!.env` takes a name out. */
export function protectedGlobs(own: readonly string[]): string[] {
  const out = new Set(own.filter(isExemption).map((path) => path.slice(1).toLowerCase()));
  const names = protectedNames.filter((name) => !out.has(name.toLowerCase()));
  return [...names.map((name) => `**/${name}`), ...own.filter((path) => !isExemption(path))];
}

/** Exemptions that name nothing of ours: most likely a slip of the pen. */
export function isUnknownExemption(path: string): boolean {
  return isExemption(path) && !protectedNames.some((name) => `!${name}`.toLowerCase() === path.toLowerCase());
}

function isExemption(path: string): boolean {
  return path.startsWith("!");
}
