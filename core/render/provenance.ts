import type { Doer, Usage } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";
import { formatUsd } from "../select/budget.ts";
import { code, inline } from "../text/foreign.ts";
import { type CrewView, inOrder, type Member, viewCrew } from "../view/view-crew.ts";
import { folded, noteList } from "./notes.ts";
import { few, plural } from "./phrases.ts";

/** Where a change or a review comes from: one line, and what is worth unfolding. */
export function provenance(manifest: Manifest): string {
  return [shortReport(manifest), background(manifest)].filter(Boolean).join("\n\n");
}

function shortReport(manifest: Manifest): string {
  const crew = viewCrew(manifest);
  const tokens = crew.usage.input + crew.usage.output;
  const rounds = crew.rounds.at(-1)?.round ?? 1;
  const words = [
    memberWords(crew.members).join("; "),
    manifest.sandbox === "bubblewrap" ? "in a sandbox" : "**without a sandbox**",
    crew.turns > 0 ? plural(crew.turns, "turn") : "",
    crew.usd > 0 ? formatUsd(crew.usd) : "",
    tokens > 0 ? `${number(tokens)} tokens` : "",
    `${crew.seconds.toFixed(0)} s`,
    rounds > 1 ? plural(rounds, "round") : "",
    `attempt ${manifest.job.attempt}`,
  ];
  return `<sub>${words.filter(Boolean).join(" · ")}</sub>`;
}

/** Who worked, by engine and model: `` `senior`, `reviewer` on `codex` with `gpt-6.1-sol` ``. */
function memberWords(members: readonly Member[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { role, engine, model } of members) {
    const who = doer({ engine, model });
    groups.set(who, [...(groups.get(who) ?? []), code(role)]);
  }
  return few(
    [...groups].map(([who, roles]) => `${few(roles, 6).join(", ")} on ${who}`),
    6,
  );
}

function background({ steps, notes }: Manifest): string {
  const agents = inOrder(steps.filter((step) => step.type === "agent"));
  const choices = new Map(agents.flatMap(({ role, choice }) => (choice ? [[role, choice]] : [])));
  const why = few([...choices].map(([role, choice]) => `${code(role)}: ${inline(choice)}`)).map(
    (line) => `- ${line}`,
  );
  const summary = [
    why.length > 0 ? "Why these agents" : "",
    notes.length > 0 ? plural(notes.length, "note") : "",
  ];
  const text = [why.join("\n"), noteList(notes)].filter(Boolean).join("\n\n");
  return folded(summary.filter(Boolean).join(" · "), text);
}

/** `` `codex` with `gpt-6.1-sol` ``. */
export function doer({ engine, model }: Pick<Doer, "engine"> & { model?: string | undefined }): string {
  return model ? `${code(engine)} with ${code(model)}` : code(engine);
}

/** Tokens in and out, with what of them was cached or thought. */
export function describeTokens({ input, output, cached, thinking }: Usage | CrewView["usage"]): string {
  if (input + output === 0) return "";
  const part = (count: number | undefined, word: string) => (count ? ` (${number(count)} ${word})` : "");
  return `${number(input)} in${part(cached, "cached")}, ${number(output)} out${part(thinking, "thinking")}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
