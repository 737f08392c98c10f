import { goLabel, quickLabel } from "../core/codec/labels.ts";
import type { ConfigReading } from "../core/model/parse-config.ts";
import { isQuick } from "../core/model/route.ts";
import type { Track } from "../core/model/track.ts";
import { guarded } from "./guarded.ts";
import { loadTrack } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";
import { runLoop } from "./run-loop.ts";

interface Known {
  config: ConfigReading;
  tracks: Track[];
  labeled: Labeled[];
  /** Whether an issue's track is over. */
  isDone(issue: number): Promise<boolean>;
}

/** Starts labelled issues without a track: the one who labelled has to be allowed to, so the issue's events are asked. */
export async function planLabeled(ports: Ports, known: Known): Promise<void> {
  const { config } = known;
  if (!config.ok) return ports.log.warn("the configuration is not valid; labels are not looked at");
  const { label } = config.config;
  for (const one of known.labeled) await startLabeled(ports, one, { ...known, config: { label } });
}

/** Open issues that have one of the labels which ask for work. */
export interface Labeled {
  label: string;
  issues: number[];
}

/** The issues of all these labels, in one request. */
export async function findLabeled({ github }: Ports, config: ConfigReading): Promise<Labeled[]> {
  const labels = config.ok ? [config.config.label, quickLabel, goLabel] : [];
  if (labels.length === 0) return [];
  const { labeled } = await github.look({ labels });
  return labels.map((label, at) => ({ label, issues: labeled[at] ?? [] }));
}

type Labels = Pick<Known, "tracks" | "isDone"> & { config: { label: string } };

async function startLabeled(
  ports: Ports,
  { label, issues }: Labeled,
  { tracks, isDone, config }: Labels,
): Promise<void> {
  const { github } = ports;
  for (const number of issues) {
    const track = tracks.find(({ issue, phase }) => issue === number && phase !== "asking");
    // A quick change may have been labelled for a plan since.
    if (track && (!isQuick(track) || label !== config.label)) continue;
    if ((await isDone(number)) && !(await wentWithLabel(ports, number))) continue;
    const events = await github.issueEvents(number);
    const labeled = events.findLast((event) => event.type === "labeled" && event.label === label);
    if (!labeled) continue;
    const trigger = {
      type: "issue-labeled",
      issue: number,
      label,
      sender: labeled.by,
      at: labeled.at,
    } as const;
    await guarded(ports, number, () => runLoop(ports, number, trigger));
  }
}

/** Whether an issue's track was cancelled when its label was taken off: the label that is on it now brings it back. */
async function wentWithLabel({ ledger }: Ports, issue: number): Promise<boolean> {
  const found = await loadTrack(ledger, issue);
  return found?.track.phase === "cancelled" && found.track.cancelled?.why === "unlabeled";
}
