import { blockingNames, type MergeMethod } from "../../core/install/checkup.ts";
import { isWorkflowFile, workflowFolder } from "../../core/install/workflow-facts.ts";
import type { SeenSettings } from "../../core/ports/github/look.ts";
import { mostLabels } from "./look-query.ts";

/** Settings as the query of `look` selects them; besides, `blocking0` and so on. */
export interface RawSettings extends Record<string, unknown> {
  mergeCommitAllowed: boolean;
  squashMergeAllowed: boolean;
  rebaseMergeAllowed: boolean;
  labels: { totalCount: number; nodes: { name: string }[] } | null;
  workflows: { entries?: RawEntry[] | null } | null;
}

interface RawEntry {
  name: string;
  mode: number;
  object: { text?: string | null; isTruncated?: boolean } | null;
}

/** The port's settings. */
export function toSettings(raw: RawSettings): SeenSettings {
  const { labels } = raw;
  const methods: [MergeMethod, boolean][] = [
    ["merge", raw.mergeCommitAllowed],
    ["squash", raw.squashMergeAllowed],
    ["rebase", raw.rebaseMergeAllowed],
  ];
  const isWhole = labels && labels.totalCount <= mostLabels;
  return {
    mergeMethods: methods.filter(([, isAllowed]) => isAllowed).map(([method]) => method),
    labels: isWhole ? labels.nodes.map(({ name }) => name) : undefined,
    workflows: (raw.workflows?.entries ?? []).flatMap(toWorkflow),
    blockingBranches: blockingNames.filter((_, at) => raw[`blocking${at}`] != null),
  };
}

/** Links are not followed, and what is cut says less than it should. */
function toWorkflow({ name, mode, object }: RawEntry): SeenSettings["workflows"] {
  const { text, isTruncated } = object ?? {};
  const isFile = (mode & 0o170000) === 0o100000 && isWorkflowFile(name);
  if (!isFile || typeof text !== "string" || isTruncated) return [];
  return [{ path: `${workflowFolder}/${name}`, text }];
}
