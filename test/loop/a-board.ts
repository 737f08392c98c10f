import { tickedBoxesIn } from "../../core/codec/boxes.ts";
import type { Track } from "../../core/model/track.ts";
import type { Mode } from "../../local/render-stub.ts";
import type { Stage } from "../faults/in-process.ts";
import { aBacklog, dashboards, ledgerFile, placeOf } from "./a-backlog.ts";

type Role = keyof Stage["people"];

/** A repository whose dashboard shows two plans that wait for approval. */
export async function aBoard(mode: Mode, more = ""): Promise<Stage> {
  const stage = await aBacklog(mode, `dashboard: true\n${more}`);
  for (const title of ["Export reports as CSV", "Import reports"]) {
    const issue = await stage.people.maintainer.openIssue({ title, body: "Please." });
    await stage.people.maintainer.label(issue, "gsd:plan");
    await stage.idle();
  }
  await stage.tick();
  return stage;
}

/** What the dashboard says. */
export function boardText(stage: Stage): string {
  return boardOf(stage).body ?? "";
}

export function boardOf(stage: Stage) {
  const [board] = dashboards(stage);
  if (!board) throw new Error("there is a dashboard");
  return board;
}

/** The whole line of the first box that a text of its marker names. */
export function boxIn(text: string, name: string): string {
  const line = text.split("\n").find((one) => one.includes(`<!-- gsd:box ${name}`));
  if (line === undefined) throw new Error(`there is no box ${name} in:\n${text}`);
  return line;
}

/** Ticks boxes as a browser does: the whole text goes back, with other ends of lines. */
export async function tickBoxes(stage: Stage, role: Role, names: string[]): Promise<void> {
  let body = boardText(stage);
  for (const name of names) {
    const line = boxIn(body, name);
    body = body.replace(line, line.replace("- [ ]", "- [x]"));
  }
  await editBoard(stage, role, body.replaceAll("\n", "\r\n"));
}

/** Somebody saves another text. */
export async function editBoard(stage: Stage, role: Role, body: string): Promise<void> {
  const { rest } = stage.people[role].octokit;
  await rest.issues.update({ ...placeOf(stage), issue_number: boardOf(stage).number, body });
}

export function ticked(stage: Stage): number {
  return tickedBoxesIn(boardText(stage)).length;
}

export async function trackOf(stage: Stage, issue: number): Promise<Track> {
  const track =
    (await ledgerFile(stage, `tracks/${issue}.json`)) ?? (await ledgerFile(stage, `done/${issue}.json`));
  if (!track) throw new Error(`there is a track of #${issue}`);
  return track;
}

/** The comments of an issue that gsd has written, but for the progress comment. */
export async function answersIn(stage: Stage, issue: number): Promise<string[]> {
  const comments = await stage.people.maintainer.comments(issue);
  return comments.flatMap(({ body = "" }) => (body.includes("<!-- gsd:say ") ? [body] : []));
}
