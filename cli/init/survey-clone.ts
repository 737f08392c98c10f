import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesToRead } from "../../core/detect/detect.ts";
import { parseWorkflow } from "../../core/install/parse-workflow.ts";
import { agentFileNames, manifestNames, type Survey } from "../../core/install/survey.ts";
import { isWorkflowFile, type WorkflowFacts, workflowFolder } from "../../core/install/workflow-facts.ts";
import { ownGit } from "../own-git.ts";

/** Reads what a clone says about itself, from its work tree: in a new repository nothing is committed yet. */
export async function surveyClone(folder: string): Promise<Survey> {
  const texts = filesToRead.flatMap((name) => {
    const text = readText(join(folder, name));
    return text === undefined ? [] : [[name, text]];
  });
  return {
    files: Object.fromEntries(texts),
    packages: await findPackages(folder),
    workflows: readWorkflows(folder),
    agentFiles: agentFileNames.filter((name) => existsSync(join(folder, name))),
    hasOpenSpec: existsSync(join(folder, "openspec")),
  };
}

/** The workflow files in the work tree. */
function readWorkflows(folder: string): WorkflowFacts[] {
  const place = join(folder, workflowFolder);
  const names = existsSync(place) ? readdirSync(place) : [];
  return names
    .filter(isWorkflowFile)
    .sort()
    .flatMap((name) => parseWorkflow(`${workflowFolder}/${name}`, readText(join(place, name)) ?? "") ?? []);
}

/** What is only there to be tried, shown or filled in is no package to check. */
const samples =
  /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|templates?|playground|vendor|template-[^/]+)(?:\/|$)/;

/** Folders with a manifest of their own, as git sees them: what is ignored does not count. */
async function findPackages(folder: string): Promise<string[]> {
  const patterns = manifestNames.map((name) => `:(glob)**/${name}`);
  const listing = await ownGit(folder).raw(
    "ls-files",
    "-z",
    "-c",
    "-o",
    "--exclude-standard",
    "--",
    ...patterns,
  );
  const folders = listing.split("\0").flatMap((path) => /^(.+)\/[^/]+$/.exec(path)?.[1] ?? []);
  const packages = folders.filter((path) => !samples.test(path));
  return [...new Set(packages)].sort().slice(0, 200);
}

/** A file's text; undefined for what is no plain file. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
