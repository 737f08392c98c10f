import { jobKey } from "../codec/keys.ts";
import type { Doer, Usage } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import { folded, noteList } from "./notes.ts";
import { cell, code, codeBlock, codeCell, inline, plural } from "./words.ts";

/** One report for every engine: all of it in the job's summary, one line of it in pull requests. */

export function fullReport(manifest: Manifest): string {
  const { job, outcome, notes = [] } = manifest;
  const facts = factsOf(manifest).filter(([, value]) => value !== "");
  return [
    `### ${jobKey.format(job)}: \`${outcome}\``,
    reasonOf(manifest),
    ["| | |", "|---|---|", ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join("\n"),
    notes.length > 0 ? `What to know of what the agent was told:\n\n${noteList(notes)}` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

function reasonOf({ reason = "" }: Manifest): string {
  const [first = "", ...rest] = reason.split("\n");
  const output = rest.join("\n").trim();
  return [inline(first), output === "" ? "" : codeBlock(cutText(output, 3_000))].filter(Boolean).join("\n\n");
}

function factsOf(manifest: Manifest): [string, string][] {
  const { engine, model, turns, usage, usd, session, seconds, sandbox, changes } = manifest;
  return [
    ["Engine", codeCell(engine)],
    ["Model", model ? codeCell(model) : ""],
    ["Why", cell(manifest.choice ?? "")],
    ["Turns", turns === undefined ? "" : String(turns)],
    ["Tokens", describeTokens(usage)],
    ["Cost", usd === undefined ? "" : formatUsd(usd)],
    ["Time", `${seconds.toFixed(1)} s`],
    ["Sandbox", sandbox === "bubblewrap" ? sandbox : `**${sandbox}**`],
    ["Session", session ? codeCell(session) : ""],
    ["Changes", plural(changes.length, "file")],
    ["Checks", manifest.checks.map(({ ok, name }) => `${ok ? "✅" : "❌"} ${codeCell(name)}`).join(", ")],
  ];
}

function describeTokens({ input, output, cached, thinking }: Usage): string {
  if (input + output === 0) return "";
  const part = (count: number | undefined, word: string) => (count ? ` (${number(count)} ${word})` : "");
  return `${number(input)} in${part(cached, "cached")}, ${number(output)} out${part(thinking, "thinking")}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}

/** Where a change or a review comes from: one line, and what is worth unfolding. */
export function provenance(manifest: Manifest): string {
  return [shortReport(manifest), background(manifest)].filter(Boolean).join("\n\n");
}

function shortReport({ engine, model, sandbox, turns, usd, usage, seconds, job }: Manifest): string {
  const where = sandbox === "bubblewrap" ? "in a sandbox" : "**without a sandbox**";
  const tokens = usage.input + usage.output;
  const words = [
    `engine ${doer({ engine, model })} ${where}`,
    turns ? plural(turns, "turn") : "",
    usd ? formatUsd(usd) : "",
    tokens > 0 ? `${number(tokens)} tokens` : "",
    `${seconds.toFixed(0)} s`,
    `attempt ${job.attempt}`,
  ];
  return `<sub>${words.filter(Boolean).join(" · ")}</sub>`;
}

function background({ choice, notes = [] }: Manifest): string {
  const why = choice ? `Chosen: ${inline(choice)}` : "";
  const summary = [why ? "Why this engine" : "", notes.length > 0 ? plural(notes.length, "note") : ""];
  const text = [why, noteList(notes)].filter(Boolean).join("\n\n");
  return folded(summary.filter(Boolean).join(" · "), text);
}

/** `` `codex` with `gpt-6.1-sol` ``. */
export function doer({ engine, model }: Pick<Doer, "engine"> & { model?: string | undefined }): string {
  return model ? `${code(engine)} with ${code(model)}` : code(engine);
}
