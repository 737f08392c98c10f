import { type Commands, checkNames } from "../model/config/commands.ts";
import { type Found, type Manager, type RootFiles, textOf } from "./detect.ts";
import { asObject, own, readObject } from "./read-object.ts";

interface NodeManager {
  name: Manager;
  /** Which lockfile says that it is this one. */
  lockfile: string;
  install: string;
  /** Brings the lockfile up to date with the manifest, and runs no script. */
  lock: string;
  run: (script: string) => string;
}

const npm = {
  name: "npm" as const,
  install: "npm ci",
  lock: "npm install --package-lock-only --ignore-scripts",
  run: (script: string) => (script === "test" ? "npm test" : `npm run ${script}`),
};
const bun = {
  name: "bun" as const,
  install: "bun install --frozen-lockfile",
  lock: "bun install --lockfile-only --ignore-scripts",
  run: (script: string) => `bun run ${script}`,
};

const managers: NodeManager[] = [
  {
    name: "pnpm",
    lockfile: "pnpm-lock.yaml",
    install: "pnpm install --frozen-lockfile",
    lock: "pnpm install --lockfile-only --ignore-scripts",
    run: (script) => `pnpm run ${script}`,
  },
  {
    name: "yarn",
    lockfile: "yarn.lock",
    install: "yarn install --frozen-lockfile",
    // The first is of Yarn 2 and later, the second of Yarn 1.
    lock: "yarn install --mode=update-lockfile || yarn install --ignore-scripts",
    run: (script) => `yarn run ${script}`,
  },
  { ...bun, lockfile: "bun.lock" },
  { ...bun, lockfile: "bun.lockb" },
  { ...npm, lockfile: "npm-shrinkwrap.json" },
  { ...npm, lockfile: "package-lock.json" },
];

/** What `npm init` writes where there are no tests. */
const noTests = /no test specified/;

/** package.json and its lockfile: the scripts `lint`, `typecheck`, `test` and `build`. */
export function detectNode(files: RootFiles): Found {
  const manifest = readObject(textOf(files, "package.json"));
  if (!manifest) return { commands: {} };
  const manager = managers.find(({ lockfile }) => textOf(files, lockfile) !== undefined);
  const run = (manager ?? npm).run;
  const scripts = asObject(own(manifest, "scripts")) ?? {};
  const commands: Commands = {};
  for (const name of checkNames) {
    const script = own(scripts, name);
    if (typeof script === "string" && script.trim() !== "" && !noTests.test(script))
      commands[name] = run(name);
  }
  const setup = findSetup(manifest, manager, textOf(files, "pnpm-workspace.yaml") !== undefined);
  return setup ? { setup, commands } : { commands };
}

/** Nothing to install is nothing to set up, also where a lockfile says so. */
function findSetup(manifest: object, manager: NodeManager | undefined, isWorkspace: boolean): Found["setup"] {
  const wants = ["dependencies", "devDependencies", "optionalDependencies"].some(
    (key) => Object.keys(asObject(own(manifest, key)) ?? {}).length > 0,
  );
  if (!wants && !isWorkspace && own(manifest, "workspaces") === undefined) return undefined;
  if (!manager) return { command: "npm install --no-package-lock", manager: "npm" };
  const { name, install, lock, lockfile } = manager;
  return { command: install, manager: name, lock: { command: lock, files: [lockfile] } };
}
