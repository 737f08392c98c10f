import type { Instant } from "../model/ids.ts";

/** What somebody wrote in an issue. */
export interface Saying {
  by: string;
  at: Instant;
  text: string;
}

/** Whether there is more in a comment than commands. */
export function saysSomething(text: string): boolean {
  return text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("/"));
}

/** A discussion as agents get it, oldest first. */
export function formatDiscussion(sayings: readonly Saying[]): string {
  return sayings.map(({ by, at, text }) => `${by} wrote on ${at.slice(0, 10)}:\n${text.trim()}`).join("\n\n");
}
