import { codeOwnersPaths, groupByOwners, parseCodeOwners } from "../core/check/code-owners.ts";
import { teamsAmong } from "../core/decide/count-approvals.ts";
import type { Facts, OwnersFact } from "../core/model/facts.ts";
import { type Track, taskEntries } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { FileAtRef } from "../core/ports/github/git.ts";
import type { Ports } from "./ports.ts";
import { readTeams } from "./read-actor.ts";

/** GitHub lists no more files of a pull request. */
const mostFiles = 3_000;

/** Where owners may be named, as the first look asks for them; of the default branch, which no task can change. */
export const ownerFiles = codeOwnersPaths.map((path) => ({ path, ref: "HEAD" }));

/** Whose the files are that a pull request changes, where somebody approves it and the repository names owners. */
export async function readOwners(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Commented },
): Promise<void> {
  const { config, codeOwners, pulls } = facts;
  const { thread } = trigger;
  const head = pulls[thread]?.head;
  if (!asksForOwners(trigger) || !isChange(track, thread) || head === undefined) return;
  if (!config?.ok || !config.config.codeowners || codeOwners === undefined) return;
  facts.owners = { ...facts.owners, [thread]: await ownersOf(ports, { thread, head, text: codeOwners }) };
  const fact = facts.owners[thread];
  const teams = fact && "files" in fact ? teamsAmong(fact.files) : [];
  if (!facts.actor || teams.length === 0) return;
  const known = await readTeams(ports, facts.actor.login, teams);
  facts.actor = { ...facts.actor, teams: { ...facts.actor.teams, ...known } };
}

export function asksForOwners({ commands }: Commented): boolean {
  return commands.some(({ type }) => type === "approve");
}

/** Whether it is one of a task or a rollback. */
function isChange(track: Track, thread: number): boolean {
  return (
    taskEntries(track).some(([, { proposal }]) => proposal?.pull === thread) ||
    track.rollbacks.some(({ proposal }) => proposal?.pull === thread)
  );
}

async function ownersOf(
  { github }: Ports,
  { thread, head, text }: { thread: number; head: string; text: string | null },
): Promise<OwnersFact> {
  if (text === null) return { problem: "unread" };
  const rules = parseCodeOwners(text);
  if (!rules) return { problem: "too-many-rules" };
  if (rules.every(({ owners }) => owners.length === 0)) return { head, files: [] };
  const changed = await github.changedFiles(thread);
  if (changed.length >= mostFiles) return { problem: "too-many-files" };
  const paths = changed.flatMap(({ path, earlier }) => (earlier === undefined ? path : [path, earlier]));
  const files = groupByOwners(rules, paths);
  return files ? { head, files } : { problem: "too-many-rules" };
}

/** The file that counts among those that the first look read: the first that is there; `null` for one without a text. */
export function pickOwnerFile(files: readonly (FileAtRef | undefined)[]): string | null | undefined {
  const file = files.find((one) => one !== undefined);
  return file && (file.text || null);
}
