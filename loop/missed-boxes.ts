import { type Box, boxKey, tickedBoxesIn, tickSource } from "../core/codec/boxes.ts";
import { withAsk } from "../core/decide/ask-tonight.ts";
import type { Instant } from "../core/model/ids.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import type { Track } from "../core/model/track.ts";
import type { SeenText } from "../core/ports/github/look.ts";
import { type BoardEdit, mostTicks } from "../core/trigger/to-board-edit.ts";
import { changeRepository } from "./ledger/repository.ts";
import { editorAmong } from "./missed-ticks.ts";
import type { Obeyed } from "./obey-boxes.ts";
import type { Ports } from "./ports.ts";
import type { Survey } from "./survey.ts";

/** The dashboard as a tick finds it, and what it knows beside it. */
interface Sight extends Pick<Survey, "config" | "state"> {
  seen: SeenText | undefined;
  tracks: readonly Track[];
}

/** Boxes that are ticked and whose event was lost: done for whoever ticked them, where GitHub says who that was. */
export async function obeyMissed(ports: Ports, sight: Sight): Promise<Obeyed | undefined> {
  const { seen, state } = sight;
  if (!seen?.isOurs || !seen.open || state.dashboard === undefined) return undefined;
  const boxes = tickedBoxesIn(seen.body);
  if (boxes.length === 0) return undefined;
  const all: Obeyed = { heard: new Set(boxes.map(boxKey.format)), tracks: [], tonight: false };
  // What was ticked while nobody listened counts for nothing.
  if (state.board?.closed) return all;
  const edit = editOf(state.dashboard, seen, boxes);
  if (!edit) {
    await noteUnclear(ports);
    return all;
  }
  const fresh = edit.boxes.filter(
    (box) => !isCounted(sight, tickSource.format({ by: edit.sender.id, at: edit.at, box })),
  );
  if (fresh.length === 0) return all;
  const { obeyBoxes } = await import("./obey-boxes.ts");
  const obeyed = await obeyBoxes(ports, { ...edit, boxes: fresh.slice(0, mostTicks) }, sight);
  const failed = fresh.filter((box) => !obeyed.heard.has(boxKey.format(box)));
  for (const box of failed) all.heard.delete(boxKey.format(box));
  return { ...obeyed, heard: all.heard };
}

/** The one person who has edited since we wrote it last; undefined where GitHub does not say. */
function editOf(issue: number, { edits }: SeenText, boxes: Box[]): BoardEdit | undefined {
  const sender = editorAmong(edits, { id: 0, login: "", bot: true });
  const own = edits?.filter(({ by }) => by?.id === sender?.id).map(({ at }) => at);
  const at: Instant | undefined = own?.toSorted().at(-1);
  return sender && at !== undefined ? { type: "board-edited", issue, boxes, sender, at } : undefined;
}

/** Its event was heard after all, or is being heard now. */
function isCounted({ tracks, state }: Sight, source: string): boolean {
  const known = [
    ...tracks.flatMap(({ handled }) => handled.map(({ id }) => id)),
    ...tracks.flatMap(({ rulings = [] }) => rulings.map((one) => one.source)),
    ...(state.board?.asks ?? []).map((one) => one.source),
  ];
  return known.some((one) => tickSource.isSame(one, source));
}

/** Nothing was done, and whoever ticked has to know why. */
async function noteUnclear(ports: Ports): Promise<void> {
  const at = ports.now().toISOString();
  const ask = { source: "unclear", at, ok: false };
  await changeRepository(ports, "dashboard", (saved: RepositoryState) => ({
    ...saved,
    board: { ...saved.board, asks: withAsk(saved.board?.asks, ask) },
  }));
}
