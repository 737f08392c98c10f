import { GsdError } from "../core/gsd-error.ts";
import type { Track } from "../core/model/track.ts";
import { renderHeadCheck } from "../core/render/head-check.ts";
import { viewHeads } from "../core/view/view-heads.ts";
import type { Ports } from "./ports.ts";

/**
 * Says beside the heads that a run has made or looked at what is known of them, as check runs with remarks on their lines. With the App's
 * own token alone; statuses gate, so what cannot be said here is missed by nobody's merge.
 */
export async function showHeads(
  ports: Ports,
  track: Track,
  { run, page }: { run: number; page: string },
): Promise<void> {
  const at = ports.now().toISOString();
  for (const head of viewHeads(track, run)) {
    try {
      await ports.github.showCheck(renderHeadCheck(track, head, { at, page }));
    } catch (error) {
      if (!(error instanceof GsdError)) throw error;
      // An installation of an older version has not granted `checks: write` yet.
      ports.log.info("no check run was written", { head: head.sha, code: error.code, why: error.message });
    }
  }
}
