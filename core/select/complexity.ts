import type { BacklogTask } from "../model/backlog.ts";
import { countFiles } from "../plan/count-files.ts";

export type Complexity = "low" | "standard" | "high";

/** How hard a task looks from its estimate and its files. Without an estimate it is never low, unless it only documents. */
export function complexityOf(task: Pick<BacklogTask, "scope">): Complexity {
  const { files_hint, estimated_hours: hours } = task.scope;
  if (files_hint.length > 0 && files_hint.every(isDocumentation)) return "low";
  const files = countFiles(files_hint);
  if ((hours ?? 0) > 4 || files > 5) return "high";
  return hours !== undefined && hours <= 2 && files <= 2 ? "low" : "standard";
}

const documents = /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$/i;
const wellKnown = /(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|LICENSE|AUTHORS|NOTICE)$/i;
const documentFolder = /^(?:docs?|documentation)\/(?:\*\*?|(?:[\w-]+\/)*(?:\*\*?)?)$/i;

function isDocumentation(hint: string): boolean {
  return documents.test(hint) || wellKnown.test(hint) || documentFolder.test(hint);
}
