import type { Standpoint } from "../core/ports/archive.ts";
import { short } from "../core/render/phrases.ts";
import { formatLine, type Sheet } from "./format-table.ts";

/** What was read, and how old it is: a clone knows only what the last fetch brought. */
export function sourceText(
  { where, seesThreads, at, commit }: Standpoint & { where: string; seesThreads: boolean },
  sheet: Sheet,
  { isLive = false }: { isLive?: boolean } = {},
): string {
  const newer = seesThreads || isLive ? "" : " `git fetch` brings newer ones.";
  const text = `From ${where} at ${short(commit)}, last changed ${ago(Date.now() - Date.parse(at))}.${newer}`;
  return formatLine({ text, style: "dim" }, sheet);
}

function ago(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 2) return "just now";
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
