import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { product } from "../../core/product.ts";

/** A run of the release workflow, as its steps see it. */
export interface ReleaseRun {
  root: string;
  /** Where the parts of the release are put. */
  folder: string;
  /** The repository that it runs in. */
  repository: string;
  /** The commit that is released. */
  source: string;
  /** The tag that asked for the release; nothing by hand. */
  tag?: string;
  defaultBranch: string;
  apiUrl: string;
  serverUrl: string;
  token: string;
  summaryFile: string;
}

/** Reads what GitHub tells a run, and refuses a copy of gsd that still has our name. */
export function readReleaseRun(root: string, env: NodeJS.ProcessEnv): ReleaseRun {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  if (repository.toLowerCase() !== product.repository.toLowerCase())
    throw new GsdError(
      "release",
      `package.json says that gsd lives in ${product.repository}, and this is ${repository || "no run of GitHub Actions"}. Change \`repository\` there, then run: npx node scripts/generate-docs.ts`,
    );
  return {
    root,
    folder: join(root, "release"),
    repository,
    source: env["GITHUB_SHA"] ?? "",
    tag: env["GITHUB_REF_TYPE"] === "tag" ? env["GITHUB_REF_NAME"] : undefined,
    defaultBranch: env["DEFAULT_BRANCH"] ?? "",
    apiUrl: env["GITHUB_API_URL"] ?? "",
    serverUrl: env["GITHUB_SERVER_URL"] ?? "",
    token: env["GITHUB_TOKEN"] ?? "",
    summaryFile: env["GITHUB_STEP_SUMMARY"] ?? "",
  };
}
