import { GsdError } from "../../core/gsd-error.ts";
import type { RepoName } from "../actions-port.ts";

/** A file's place in a repository: where the workflow or action that is being read stands. */
export interface Source {
  repo: RepoName;
  /** As shown in `job.workflow_ref`: `refs/heads/main`, or what a `uses` wrote after `@`. */
  ref: string;
  sha: string;
}

export type Uses =
  /** `./path`: for an action in the workspace, for a workflow in the repository of the file it stands in. */
  | { type: "local"; path: string }
  /** `$/path`: the repository of the file it stands in, at its commit, without a checkout. */
  | { type: "self"; path: string }
  | { type: "repository"; repo: RepoName; path: string; ref: string }
  | { type: "docker"; image: string };

/** Reads what stands after `uses:`. */
export function parseUses(text: string): Uses {
  if (text.startsWith("docker://")) return { type: "docker", image: text.slice(9) };
  if (text === "." || text === "./") return { type: "local", path: "" };
  if (text.startsWith("./")) return { type: "local", path: cleanPath(text.slice(2), text) };
  if (text === "$/" || text.startsWith("$/")) return { type: "self", path: cleanPath(text.slice(2), text) };
  const match = /^([\w.-]+\/[\w.-]+)(?:\/([^@]*))?@(.+)$/.exec(text);
  if (!match) {
    throw new GsdError(
      "uses-invalid",
      `Expected format {owner}/{repo}[/path]@{ref}, ./path or $/path. Actual '${text}'`,
    );
  }
  return { type: "repository", repo: match[1]!, path: cleanPath(match[2] ?? "", text), ref: match[3]! };
}

function cleanPath(path: string, text: string): string {
  const clean = path.replace(/\/+$/, "");
  if (clean.includes("@") || clean.split("/").includes("..")) {
    throw new GsdError("uses-invalid", `A path without '..' and '@' was expected in 'uses: ${text}'`);
  }
  return clean;
}
