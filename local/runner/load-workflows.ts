import type { ActionsHost, RepoName } from "../actions-port.ts";
import type { WorkflowDocument } from "./documents.ts";
import { type ParsedFile, parseWorkflowFile } from "./parse-file.ts";
import type { Source } from "./resolve-uses.ts";

/** One workflow file of a repository at a commit. */
export interface WorkflowFile {
  source: Source;
  path: string;
  parsed: ParsedFile<WorkflowDocument>;
}

export interface WorkflowLoader {
  /** All files of `.github/workflows` at that commit. */
  all(source: Source): Promise<WorkflowFile[]>;
  one(source: Source, path: string): Promise<WorkflowFile | undefined>;
}

const folder = ".github/workflows";
const remembered = 500;

/** Reads workflow files through the forge; a commit never changes, so what was read is kept. */
export function createWorkflowLoader(host: ActionsHost): WorkflowLoader {
  const files = createCache<Promise<ParsedFile<WorkflowDocument> | undefined>>();

  // Asked for each time: which of them start anything is a setting, which changes.
  const list = async (repo: RepoName, sha: string) => {
    const paths = await host.listFiles(repo, sha, folder);
    const full = paths.map((path) => (path.startsWith(`${folder}/`) ? path : `${folder}/${path}`));
    return full.filter((path) => /\.ya?ml$/.test(path)).sort();
  };

  const read = (repo: RepoName, sha: string, path: string) =>
    files(`${repo}@${sha}:${path}`, async () => {
      const text = await host.readFile(repo, sha, path);
      return text === undefined ? undefined : parseWorkflowFile(path, text);
    });

  async function one(source: Source, path: string) {
    const parsed = await read(source.repo, source.sha, path);
    return parsed && { source, path, parsed };
  }

  return {
    one,
    async all(source) {
      const paths = await list(source.repo, source.sha);
      const found = await Promise.all(paths.map((path) => one(source, path)));
      return found.filter((file) => file !== undefined);
    },
  };
}

function createCache<Value>() {
  const values = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const value = values.get(key) ?? make();
    values.set(key, value);
    const oldest = values.keys().next().value;
    if (values.size > remembered && oldest !== undefined) values.delete(oldest);
    return value;
  };
}
