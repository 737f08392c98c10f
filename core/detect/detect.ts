import type { Commands } from "../model/config.ts";
import { detectCargo } from "./detect-cargo.ts";
import { detectGo } from "./detect-go.ts";
import { detectMake } from "./detect-make.ts";
import { detectNode } from "./detect-node.ts";
import { detectPython } from "./detect-python.ts";
import { detectRuby } from "./detect-ruby.ts";
import { findHosts } from "./find-hosts.ts";

/** The files at the root of a commit that say how it is built, by name; what is too long is cut. */
export type RootFiles = Readonly<Record<string, string>>;

/** What one ecosystem's files ask for. `lockfile` names where packages come from. */
export interface Found {
  setup?: { command: string; lockfile?: string };
  commands: Commands;
}

/** How a repository seems to install and check itself. */
export interface Detected {
  setup?: string;
  commands: Commands;
  /** Hosts that its lockfiles mention. */
  hosts: string[];
}

/** The files that detection looks at. */
export const filesToRead: readonly string[] = [
  ...["package.json", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"],
  ...["yarn.lock", "bun.lock", "bun.lockb", "requirements.txt", "pyproject.toml", "pytest.ini", "uv.lock"],
  ...["go.mod", "go.sum", "Cargo.toml", "Cargo.lock", "Gemfile", "Gemfile.lock", ".rspec", "Rakefile"],
  "Makefile",
];

/** Reads how a repository is set up and checked. What it cannot make sense of, it does not see. */
export function detect(files: RootFiles): Detected {
  // In order of precedence: a language's own way first, the general one last.
  const found = [detectNode, detectGo, detectCargo, detectPython, detectRuby, detectMake].map((look) =>
    look(files),
  );
  const setups = found.flatMap(({ setup }) => setup ?? []);
  const commands: Commands = Object.assign({}, ...found.map((one) => one.commands).reverse());
  const hosts = setups.flatMap(({ lockfile }) => (lockfile ? findHosts(textOf(files, lockfile) ?? "") : []));
  return {
    ...(setups.length > 0 ? { setup: setups.map(({ command }) => command).join(" && ") } : {}),
    commands,
    hosts: [...new Set(hosts)].slice(0, 10),
  };
}

/** A file's text, if it is there. */
export function textOf(files: RootFiles, name: string): string | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}
