import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree } from "./remove-tree.ts";

/** What instructs an agent, git, a shell or a package manager from somebody's home folder. */
const settings = [
  ...[".claude", ".claude.json", ".codex", ".gemini", ".opencode", ".agents", ".cursor", ".mcp.json"],
  ...["CLAUDE.md", "AGENTS.md", "GEMINI.md", "opencode.json", ".env", ".envrc"],
  // git, opencode, pip, Go and many others keep settings here.
  ...[".config", ".local/share/opencode", ".local/state/opencode"],
  ...[".gitconfig", ".gitattributes", ".gitignore", ".git-credentials", ".netrc", ".ssh"],
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".bunfig.toml", ".node_repl_history", ".pip", ".pypirc"],
  ...[".profile", ".bashrc", ".bash_profile", ".bash_login", ".zshrc", ".zshenv", ".curlrc", ".wgetrc"],
];

/** Removes settings from a home folder that packages could write to: what they installed stays, what they say does not. */
export async function clearHome(home: string): Promise<void> {
  for (const name of settings) {
    // Never through a link: it may lead out of the folder.
    if (await isBelowLink(home, dirname(name))) continue;
    await removeTree(join(home, name));
  }
}

async function isBelowLink(home: string, path: string): Promise<boolean> {
  if (path === ".") return false;
  if (await isBelowLink(home, dirname(path))) return true;
  const found = await lstat(join(home, path)).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}
