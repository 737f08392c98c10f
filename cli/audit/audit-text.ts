import type { AuditEntry } from "../../core/audit/entry.ts";
import type { BotObject } from "../../core/ports/archive.ts";
import { wantsInWords } from "../../core/render/permissions.ts";
import { phaseWords, plural, short } from "../../core/render/phrases.ts";
import { outcomeWords } from "../../core/render/why.ts";
import { formatUsd } from "../../core/select/budget.ts";
import { type Cell, formatLine, formatTable, type Sheet } from "../format-table.ts";

const columns = [
  { title: "When (UTC)" },
  { title: "Issue" },
  { title: "Who" },
  { title: "What", wraps: true as const },
];

/** The entries as a table, oldest first. */
export function entriesText(entries: readonly AuditEntry[], sheet: Sheet): string {
  if (entries.length === 0) return formatLine("No entry fits.", sheet);
  const rows = entries.map((entry): Cell[] => [
    entry.at.slice(0, 16).replace("T", " "),
    entry.issue === undefined ? "–" : `#${entry.issue}`,
    entry.actor ?? entry.heard.join(", "),
    cellOf(entry),
  ]);
  return formatTable(columns, rows, sheet);
}

function cellOf(entry: AuditEntry): Cell {
  const text = describe(entry);
  if (["unreadable", "edit", "refuse"].includes(entry.action)) return { text, style: "red" };
  return entry.action === "approve" || entry.action === "overrule" ? { text, style: "bold" } : text;
}

/** What happened, in words. */
function describe(entry: AuditEntry): string {
  switch (entry.action) {
    case "ask":
      return asked(entry);
    case "answer":
      return `answered question ${entry.question}: ${entry.text.slice(0, 200)}`;
    case "allow":
    case "deny":
      return permitted(entry);
    case "command":
      return `${commandWords(entry)}: taken`;
    case "refuse":
      return `${commandWords(entry)}: refused${entry.why ? ` (${entry.why})` : ""}`;
    case "approve":
      return entry.what === "plan"
        ? `approved the plan ${short(entry.tree)} at ${short(entry.sha)}${inPull(entry.pull)}`
        : `approved ${entry.what === "task" ? "" : "the rollback of "}${entry.task} at ${short(entry.sha)}${inPull(entry.pull)}`;
    case "overrule":
      return `approved ${entry.task ?? "it"} at ${short(entry.sha)}${inPull(entry.pull)} over ${plural(entry.objections, "objection")}`;
    case "job":
      return jobWords(entry);
    case "lost":
      return `${entry.job}: run ${entry.run} ended without a word`;
    case "merge":
      return `merged ${entry.task} as ${short(entry.sha)}${inPull(entry.pull)}`;
    case "phase":
      return `from “${phaseWords[entry.from]}” to “${phaseWords[entry.to]}”`;
    case "pause":
      return "paused the track";
    case "resume":
      return "resumed the track";
    case "budget":
      return `added ${formatUsd(entry.addedUsd)} to the budget`;
    case "edit":
      return `changed the ledger by hand in ${short(entry.commit)}: ${entry.paths.join(", ") || entry.message}`;
    case "unreadable":
      return `${entry.path} ${entry.problem} since ${short(entry.commit)}`;
  }
}

function commandWords(entry: Extract<AuditEntry, { action: "command" | "refuse" }>): string {
  const { command, task, thread, sha } = entry;
  return `/${command}${task ? ` ${task}` : ""} in #${thread}${sha ? ` at ${short(sha)}` : ""}`;
}

function asked(entry: Extract<AuditEntry, { action: "ask" }>): string {
  if (entry.what === "plan") return "asked for a plan";
  if (entry.what === "question") return `question ${entry.question}: ${entry.text.slice(0, 200)}`;
  if (entry.what === "permission")
    return `asks to let ${entry.task} ${wantsInWords(entry.wants)}, for ${entry.by}`;
  if (entry.what === "rollback") return `asked for a rollback of ${entry.tasks.join(", ")}`;
  return `asked for ${entry.recipe}: ${entry.text.slice(0, 200)}`;
}

function permitted(entry: Extract<AuditEntry, { action: "allow" | "deny" }>): string {
  const why = entry.text ? `: ${entry.text.slice(0, 200)}` : "";
  return `${entry.action === "allow" ? "allowed" : "denied"} ${entry.task} to ${wantsInWords(entry.wants)}${why}`;
}

function jobWords(entry: Extract<AuditEntry, { action: "job" }>): string {
  const { job, outcome, run, by, model, tokens, usd, seconds, artifact, republished, token } = entry;
  const words = [
    `${job} ${outcome === "done" ? "done" : `failed: ${outcomeWords[outcome]}`}`,
    [by, model].filter(Boolean).join(" "),
    usd === undefined ? "no cost" : formatUsd(usd),
    tokens ? `${tokens.toLocaleString("en")} tokens` : "",
    `${seconds} s`,
    run ? `run ${run}` : "",
    artifact ? `artifact ${artifact.slice(0, 12)}` : "no artifact digest",
    republished ? "published again" : "",
    token ? "published with a token of the App" : "",
  ];
  return words.filter(Boolean).join(", ");
}

function inPull(pull: number | undefined): string {
  return pull === undefined ? "" : ` in #${pull}`;
}

/** What nobody asked for, as far as the ledger knows. */
export function unexplainedText(objects: readonly BotObject[], seesThreads: boolean, sheet: Sheet): string {
  const looked = seesThreads ? "branches, tags, pull requests and comments" : "branches and tags";
  if (objects.length === 0)
    return formatLine(
      `Every one of gsd's ${looked} is explained by the ledger.${limits(seesThreads)}`,
      sheet,
    );
  const [title, hint] = [
    `${plural(objects.length, "object")} that no entry explains:`,
    "Somebody made them by hand, or the ledger was changed. Look at who pushed or wrote them on GitHub.",
  ];
  return [
    formatLine({ text: title, style: "red" }, sheet),
    ...objects.map((object) => formatLine(`  ${nameOf(object)}`, sheet, 4)),
    formatLine(`${hint}${limits(seesThreads)}`, sheet),
  ].join("");
}

function limits(seesThreads: boolean): string {
  return seesThreads ? "" : " Pull requests and comments are only seen with --repo OWNER/NAME.";
}

function nameOf(object: BotObject): string {
  switch (object.type) {
    case "branch":
    case "tag":
      return `${object.type} ${object.name}`;
    case "pull":
      return `pull request #${object.number} from ${object.branch}`;
    case "comment":
      return `comment ${object.id} in #${object.thread}${object.key ? ` (${object.kind} ${object.key})` : ""}`;
  }
}
