import { type Box, boxKey, tickSource } from "../core/codec/boxes.ts";
import { askTonight, withAsk } from "../core/decide/ask-tonight.ts";
import { type Facts, noFacts } from "../core/model/facts.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import type { Track } from "../core/model/track.ts";
import { type BoardEdit, toTickTrigger } from "../core/trigger/to-board-edit.ts";
import { guarded } from "./guarded.ts";
import { createDone } from "./ledger/create-done.ts";
import { changeRepository } from "./ledger/repository.ts";
import { lookAfterRepository } from "./look-after-repository.ts";
import type { Ports } from "./ports.ts";
import { readSender } from "./read-actor.ts";
import { runLoop } from "./run-loop.ts";
import { type Survey, surveyRepository } from "./survey.ts";

/** What became of boxes that somebody ticked. */
export interface Obeyed {
  /** By their keys: what is not among them failed for now, and stays ticked. */
  heard: Set<string>;
  tracks: Track[];
  /** Whether the nightly run begins now. */
  tonight: boolean;
}

/** Works off what somebody ticked in the dashboard, then writes it anew. In any other issue, boxes mean nothing. Gives the tracks. */
export async function obeyEdit(ports: Ports, edit: BoardEdit): Promise<Track[]> {
  const survey = await surveyRepository(ports);
  if (!survey.hasLedger || survey.state.dashboard !== edit.issue) return [];
  const obeyed = await obeyBoxes(ports, edit, survey);
  // Where the nightly run begins, its jobs get runs of their own.
  const { run: _, ...others } = ports;
  const isDone = createDone(ports);
  const { heard, tonight } = obeyed;
  await lookAfterRepository(others, await surveyRepository(ports), { isDone, heard, tonight });
  return obeyed.tracks;
}

/** Each box as the command that it stands for, by whoever ticked it. */
export async function obeyBoxes(
  ports: Ports,
  edit: BoardEdit,
  { config, state }: Pick<Survey, "config" | "state">,
): Promise<Obeyed> {
  const obeyed: Obeyed = { heard: new Set(), tracks: [], tonight: false };
  for (const box of edit.boxes) {
    const trigger = toTickTrigger(edit, box);
    await guarded(ports, trigger?.issue ?? edit.issue, async () => {
      if (trigger) {
        const track = await runLoop(ports, trigger.issue, trigger);
        if (track) obeyed.tracks.push(track);
      } else if (await startTonight(ports, { edit, box, config, state })) obeyed.tonight = true;
      obeyed.heard.add(boxKey.format(box));
    });
  }
  return obeyed;
}

interface Asking extends Pick<Survey, "config" | "state"> {
  edit: BoardEdit;
  box: Box;
}

/** Whether the nightly run is to begin now; what was asked and answered is written down first. */
async function startTonight(ports: Ports, { edit, box, config, state }: Asking): Promise<boolean> {
  const { sender, at } = edit;
  const actor = await readSender(ports, sender, { config, commands: [{ type: "plan" }] });
  const facts: Facts = { ...noFacts, config, actor };
  const source = tickSource.format({ by: sender.id, at, box });
  const ask = askTonight(facts, { source, at, sender, asks: state.board?.asks ?? [] });
  if (!ask) return false;
  await changeRepository(ports, "dashboard", (saved: RepositoryState) => ({
    ...saved,
    board: { ...saved.board, asks: withAsk(saved.board?.asks, ask) },
  }));
  return ask.ok;
}
