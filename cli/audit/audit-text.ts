import type { AuditEntry } from "../../core/audit/entry.ts";
import type { BotObject } from "../../core/ports/archive.ts";
import { describeEntry } from "../../core/render/audit.ts";
import { plural } from "../../core/render/phrases.ts";
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
  const text = describeEntry(entry);
  if (["unreadable", "edit", "refuse"].includes(entry.action)) return { text, style: "red" };
  return entry.action === "approve" || entry.action === "overrule" ? { text, style: "bold" } : text;
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
