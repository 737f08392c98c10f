import type { Manager } from "./detect.ts";

/** How a package manager tells where it takes packages from. */
interface Question {
  /** A shell line that prints addresses. It runs in a sandbox without network, beside the manager's settings and nothing else of the repository. */
  line?: string;
  /** What a manager has built in and cannot be asked for. */
  builtIn?: string[];
}

const npm = "npm config get registry";
const pip = [
  "python3 -m pip config list",
  // Without a setting it is pip's own index, and the host that this links to.
  `python3 -m pip config list | grep -q index-url || python3 -c 'from pip._internal.models.index import PyPI as i; print(i.simple_url, "https://" + i.file_storage_domain)'`,
];
const yarn =
  'case "$(yarn --version)" in 1.*) yarn config get registry;; ?*) yarn config get npmRegistryServer;; esac';

/** Corepack fetches pnpm and Yarn themselves from where npm does. */
export const questions: Readonly<Record<Manager, Question>> = {
  npm: { line: npm },
  pnpm: { line: `${npm}; pnpm config get registry` },
  yarn: { line: `${npm}; ${yarn}` },
  bun: { line: npm },
  go: { line: "go env GOPROXY; echo https://$(go env GOSUMDB | cut -d ' ' -f 1 | cut -d + -f 1)" },
  cargo: { builtIn: ["index.crates.io", "static.crates.io"] },
  pip: { line: pip.join("; ") },
  bundler: { line: "bundle config list", builtIn: ["rubygems.org", "index.rubygems.org"] },
};
