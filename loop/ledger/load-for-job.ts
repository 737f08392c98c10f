import { lookAgain } from "../look-again.ts";
import type { Ports } from "../ports.ts";
import { loadTrack, type SavedTrack } from "./tracks.ts";

/** The track that a job belongs to. While it runs there is a ledger, which GitHub may not show for a moment. */
export function loadForJob(
  ports: Pick<Ports, "github" | "ledger">,
  issue: number,
): Promise<SavedTrack | undefined> {
  const { ledger } = ports;
  return lookAgain(
    ports,
    () => loadTrack(ledger, issue),
    (saved) => saved !== undefined || ledger.latest() !== undefined,
  );
}
