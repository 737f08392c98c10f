import type { AuditEntry } from "../audit/entry.ts";
import { jobKey, jobName } from "../codec/keys.ts";
import { formatUsd } from "../select/budget.ts";
import { wantsInWords } from "./permissions.ts";
import { phaseWords, plural, short } from "./phrases.ts";
import { aboutTokens } from "./plan-cost.ts";
import { outcomeWords } from "./why.ts";

type JobEntry = Extract<AuditEntry, { action: "job" }>;

/** What an entry of the ledger's history tells, in plain words: foreign ones in it are for the face to escape. */
export function describeEntry(entry: AuditEntry): string {
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
        : `approved ${partOf(entry)} at ${short(entry.sha)}${inPull(entry.pull)}`;
    case "lapse":
      return `${entry.by}'s approval of ${partOf(entry)} at ${short(entry.sha)}${inPull(entry.pull)} counts no more`;
    case "overrule":
      return `approved ${entry.task ?? "it"} at ${short(entry.sha)}${inPull(entry.pull)} over ${plural(entry.objections, "objection")}`;
    case "job":
      return jobWords(entry);
    case "lost":
      return `${entry.job}: run ${entry.run} ended without a word`;
    case "merge":
      return `merged ${partOf(entry)} as ${short(entry.sha)}${inPull(entry.pull)}`;
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

/** The same for people who read a track's history from end to end: names instead of keys, round numbers, no digests. */
export function narrateEntry(entry: AuditEntry): string {
  switch (entry.action) {
    case "job":
      return jobStory(entry);
    case "command":
      return `gave the command ${commandWords(entry)}`;
    case "refuse":
      return `gave the command ${commandWords(entry)}, which was refused${entry.why ? ` (${entry.why.replaceAll("-", " ")})` : ""}`;
    case "lost":
      return `lost ${nameOf(entry.job)}: run ${entry.run} ended without a word`;
    case "phase":
      return `moved the track from “${phaseWords[entry.from]}” to “${phaseWords[entry.to]}”`;
    default:
      return describeEntry(entry);
  }
}

function jobStory({ job, outcome, by, model, tokens, usd, seconds, rounds }: JobEntry): string {
  const ended =
    outcome === "done" ? `finished ${nameOf(job)}` : `ended ${nameOf(job)}: ${outcomeWords[outcome]}`;
  const words = [
    model ?? by ?? "",
    minutesOf(seconds),
    rounds && rounds > 1 ? plural(rounds, "round") : "",
    tokens ? `${aboutTokens(tokens)} tokens` : "",
    usd ? formatUsd(usd) : "",
  ].filter(Boolean);
  return `${ended} (${words.join(", ")})`;
}

function nameOf(key: string): string {
  const job = jobKey.parse(key);
  return job ? jobName(job) : key;
}

function minutesOf(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
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

function jobWords(entry: JobEntry): string {
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

function partOf({ what, task }: { what: "task" | "rollback"; task: string }): string {
  return what === "task" ? task : `the rollback of ${task}`;
}

function inPull(pull: number | undefined): string {
  return pull === undefined ? "" : ` in #${pull}`;
}
