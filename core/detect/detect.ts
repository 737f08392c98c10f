import type { Commands } from "../model/config/commands.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { detectCargo } from "./detect-cargo.ts";
import { detectGo } from "./detect-go.ts";
import { detectMake } from "./detect-make.ts";
import { detectNode } from "./detect-node.ts";
import { detectPython } from "./detect-python.ts";
import { detectRuby } from "./detect-ruby.ts";

/** The files at the root of a commit that say how it is built, by name; what is too long is cut. */
export type RootFiles = Readonly<Record<string, string>>;

/** Who installs packages, and is asked for its hosts. */
export type Manager = "npm" | "pnpm" | "yarn" | "bun" | "go" | "cargo" | "pip" | "bundler";

/** What brings lockfiles up to date with a changed manifest. */
export interface Lock {
  command: string;
  files: string[];
}

/** What one ecosystem's files ask for. */
export interface Found {
  setup?: {
    command: string;
    manager: Manager;
    lock?: Lock;
    /** Packages are fetched only: no script of theirs or of the repository runs. */
    runsNoCode?: true;
  };
  commands: Commands;
}

/** How a repository seems to install and check itself. */
export interface Detected {
  setup?: string;
  commands: Commands;
  managers: Manager[];
  locks: Lock[];
  /** Whether its setup runs no code, neither of packages nor of the repository. */
  runsNoCode: boolean;
}

/** Files that say how a repository is installed and checked. */
const ofDetection = [
  ...["package.json", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"],
  ...[
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-test.txt",
  ],
  ...[
    "requirements-tests.txt",
    "dev-requirements.txt",
    "test-requirements.txt",
    "pyproject.toml",
    "pytest.ini",
  ],
  ...["uv.lock", "poetry.lock", "go.mod", "go.sum", "Cargo.toml", "Cargo.lock", "Gemfile", "Gemfile.lock"],
  ...[".rspec", "Rakefile", "Makefile"],
];

/** Settings of package managers: where packages come from. */
export const managerSettings: readonly string[] = [
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", "bunfig.toml", ".cargo/config.toml", ".cargo/config"],
];

/** Files that pin the version of a language. */
const ofTools = [".nvmrc", ".node-version", ".python-version", ".ruby-version", ".tool-versions"];

/** The files that detection looks at. */
export const filesToRead: readonly string[] = [...ofDetection, ...managerSettings, ...ofTools];

/** Reads how a repository is set up and checked. What it cannot make sense of, it does not see. */
export function detect(files: RootFiles): Detected {
  // In order of precedence: a language's own way first, the general one last.
  const found = [detectNode, detectGo, detectCargo, detectPython, detectRuby, detectMake].map((look) =>
    look(files),
  );
  const setups = found.flatMap(({ setup }) => setup ?? []);
  const commands: Commands = Object.assign({}, ...found.map((one) => one.commands).reverse());
  return withoutUndefined({
    setup: setups.length > 0 ? setups.map(({ command }) => command).join(" && ") : undefined,
    commands,
    managers: setups.map(({ manager }) => manager),
    locks: setups.flatMap(({ lock }) => lock ?? []),
    runsNoCode: setups.every((one) => one.runsNoCode === true),
  });
}

/** A file's text, if it is there. */
export function textOf(files: RootFiles, name: string): string | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}
