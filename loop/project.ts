import { GsdError } from "../core/gsd-error.ts";
import type { Track } from "../core/model/track.ts";
import { renderSticky } from "../core/render/sticky.ts";
import type { Ports } from "./ports.ts";

/** The digest of what the sticky comment should say is saved with the track, so that it is written once per change. */
export function withProjection({ sha256 }: Ports, track: Track): Track {
  if (!track.sticky) return track;
  return { ...track, sticky: { ...track.sticky, digest: sha256(renderSticky(track)) } };
}

/** Writes the sticky comment when it should say something else than before this loop. */
export async function project(ports: Ports, before: Track | undefined, after: Track): Promise<void> {
  if (!after.sticky || after.sticky.digest === before?.sticky?.digest) return;
  await writeSticky(ports, after);
}

/** What a tick does about a sticky comment that a crash or a race left behind. */
export async function repairSticky(ports: Ports, track: Track): Promise<void> {
  if (!track.sticky) return;
  const comments = await ports.github.comments(track.issue);
  const found = comments.find((comment) => comment.id === track.sticky?.comment);
  if (found && found.body !== renderSticky(track)) await writeSticky(ports, track);
}

async function writeSticky(ports: Ports, track: Track): Promise<void> {
  if (!track.sticky) return;
  try {
    await ports.github.updateComment(track.sticky.comment, renderSticky(track));
  } catch (error) {
    // The next change or tick writes it; a progress comment is no reason to fail.
    ports.log.warn("could not write the progress comment", {
      code: error instanceof GsdError ? error.code : "unknown",
    });
  }
}
