import type { Measure, Route } from "../model/route.ts";
import { isOpen, type Track } from "../model/track.ts";
import { small, tooLargeFor } from "../select/measure-issue.ts";
import { code } from "../text/foreign.ts";
import { plural } from "./phrases.ts";

/** Why an issue took its way, in one line; nothing where a plan was simply asked for. */
export function renderRoute(track: Track): string {
  const { route } = track;
  if (!route) return "";
  const kept = route.left
    ? ` The quick change before it is kept on ${code(route.left.branch)}${route.left.pull ? ` (#${route.left.pull})` : ""}.`
    : "";
  const next = route.path === "quick" && isOpen(track) ? " Comment `/plan` to have it planned instead." : "";
  const why = because(route);
  return why === "" ? kept.trim() : `<sub>${why}${kept}${next}</sub>`;
}

function because({ path, by, measure }: Route): string {
  if (path === "quick" && by === "label")
    return "A quick change, as its label says: one pull request, no plan.";
  if (path === "quick" && by === "command")
    return "A quick change, as `/quick` says: one pull request, no plan.";
  if (!measure) return "";
  if (path === "quick")
    return `A quick change, since the issue is small (${figures(measure)}): one pull request, no plan.`;
  return `Planned, since the issue is not small: ${tooLarge(measure)}.`;
}

function figures({ tokens, files, complexity }: Measure): string {
  return `about ${plural(tokens, "token")}, ${plural(files, "file")} named, complexity ${complexity}`;
}

function tooLarge(measure: Measure): string {
  const { word = "", tokens, tools, files, complexity } = measure;
  const words: Record<keyof Measure, string> = {
    word: `it speaks of ${code(word)}`,
    tokens: `about ${tokens} tokens, more than ${small.tokens}`,
    tools: `${tools} kinds of tools, more than ${small.tools}`,
    files: `${files} files named, more than ${small.files}`,
    complexity: `complexity ${complexity}, not below ${small.complexity}`,
  };
  return words[tooLargeFor(measure) ?? "complexity"];
}
