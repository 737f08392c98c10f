import { documentFiles } from "../codec/paths.ts";
import type { BacklogTask } from "../model/backlog.ts";
import type { SpecDelta } from "./spec-deltas.ts";
import { openspecChanges } from "./spec-layout.ts";
import { formatRequirement } from "./spec-parts.ts";
import { splitSections } from "./split-sections.ts";

/** A finished plan, as OpenSpec would keep it. */
export interface FinishedPlan {
  /** `42-csv-export`. */
  name: string;
  title: string;
  day: string;
  /** Texts of its documents, by file name. */
  documents: Readonly<Record<string, string>>;
  tasks: readonly BacklogTask[];
  deltas: readonly SpecDelta[];
  purposes: Readonly<Record<string, string>>;
}

/** The archived change of OpenSpec's that a plan becomes: proposal, design, tasks, and a delta for each capability. */
export function openspecChange(plan: FinishedPlan): { path: string; text: string }[] {
  const folder = `${openspecChanges}/archive/${plan.day}-${plan.name}`;
  const design = plan.documents[documentFiles.arch];
  const capabilities = [...new Set(plan.deltas.map(({ capability }) => capability))];
  return [
    { path: `${folder}/.openspec.yaml`, text: `schema: spec-driven\ncreated: ${plan.day}\n` },
    { path: `${folder}/proposal.md`, text: proposal(plan, capabilities) },
    { path: `${folder}/tasks.md`, text: taskList(plan.tasks) },
    ...(design === undefined ? [] : [{ path: `${folder}/design.md`, text: design }]),
    ...capabilities.map((capability) => ({
      path: `${folder}/specs/${capability}/spec.md`,
      text: deltaText(plan, capability),
    })),
  ];
}

function proposal({ title, documents, deltas }: FinishedPlan, capabilities: string[]): string {
  const why = reasonIn(documents[documentFiles.spec] ?? "") || title;
  const changes = deltas.map(({ capability, type, title: name }) => `- \`${capability}\`: ${type} "${name}"`);
  const impact = capabilities.map((capability) => `- Spec: \`${capability}\``);
  return `# ${title}\n\n## Why\n\n${why}\n\n## What Changes\n\n${changes.join("\n")}\n\n## Impact\n\n${impact.join("\n")}\n`;
}

/** What SPEC.md says before its first section. */
function reasonIn(markdown: string): string {
  const { preamble, sections } = splitSections(markdown, 6);
  return (preamble.trim() || sections[0]?.body || "").slice(0, 1_000).trim();
}

function taskList(tasks: readonly BacklogTask[]): string {
  const lines = tasks.map(({ id, title }, at) => `- [x] 1.${at + 1} ${title} (${id})`);
  return `## 1. Tasks\n\n${lines.join("\n")}\n`;
}

const headings = { added: "ADDED", modified: "MODIFIED", removed: "REMOVED" } as const;

function deltaText({ deltas, purposes }: FinishedPlan, capability: string): string {
  const purpose = purposes[capability];
  const parts = (["added", "modified", "removed"] as const).flatMap((type) => {
    const own = deltas.filter((delta) => delta.capability === capability && delta.type === type);
    return own.length > 0 ? [`## ${headings[type]} Requirements`, ...own.map(requirementOf)] : [];
  });
  const intro = purpose ? [`## Purpose\n\n${purpose}`] : [];
  return `${[...intro, ...parts].join("\n\n")}\n`;
}

function requirementOf(delta: SpecDelta): string {
  if (delta.type !== "removed") return formatRequirement(delta, "openspec").trim();
  const reason = delta.body.replaceAll(/\s+/g, " ").trim() || "Not needed any more.";
  return `### Requirement: ${delta.title}\n\n**Reason**: ${reason}`;
}
