import { nextCursor, readFrom } from "../core/decide/next-cursor.ts";
import type { Instant } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { SeenText } from "../core/ports/github/look.ts";
import { guarded } from "./guarded.ts";
import { createDone } from "./ledger/create-done.ts";
import { findCancelled, loadOpenTracks, moveOver } from "./ledger/load-tracks.ts";
import { changeRepository, loadRepository } from "./ledger/repository.ts";
import { lookAgain } from "./look-again.ts";
import { makeLabel } from "./make-label.ts";
import { obeyMissed } from "./missed-boxes.ts";
import { missedComments, missedReviews } from "./missed-commands.ts";
import { findLabeled, planLabeled } from "./plan-labeled.ts";
import type { Ports } from "./ports.ts";
import { repairTexts } from "./project.ts";
import { readGaps, unlessRefused } from "./read-gaps.ts";
import { runLoop } from "./run-loop.ts";
import { expireReservations, hasExpired } from "./settle-spending.ts";
import { type Survey, surveyRepository } from "./survey.ts";
import { tellBroken } from "./tell-broken.ts";
import { tellRepository } from "./tell-gone.ts";

/** What a tick came to. */
export interface Ticked {
  /** Effects that it left to others, since they have begun them; theirs until the lease runs out. */
  left: number;
}

/**
 * Heals what events missed: commands, reviews and labels first, then every track with something left to do.
 * A repository with neither ledger nor stub does not use gsd, and is left after one request.
 */
export async function tick(given: Ports): Promise<Ticked> {
  const ports = { ...given };
  const now = ports.now().toISOString();
  const survey = await lookAgain(
    ports,
    () => surveyRepository(ports),
    (seen) => seen.hasLedger || !hasTraces(seen),
  );
  const { hasLedger, config, state } = survey;
  if (!hasLedger && !survey.hasStub) return { left: 0 };
  if (!hasLedger && hasTraces(survey)) {
    await tellRepository(ports, survey);
    return { left: 0 };
  }
  await tellProblems(ports, survey);
  // Asked for at once, so that it is one request.
  const [saved, labeled, board] = await Promise.all([
    loadOpenTracks(ports, survey.issues),
    findLabeled(ports, config),
    seeDashboard(ports, survey),
  ]);
  const moved = await moveOver(ports.ledger, saved);
  const tracks = saved.map(({ track }) => track).filter(({ issue }) => !moved.includes(issue));
  ports.gaps = createGaps(ports, survey, tracks);
  const label = await findLabel(ports, survey);
  const isDone = createDone(ports);
  const since = readFrom(state.cursor, now);
  const said = await missedComments(ports, { since, handled: state.handled, tracks, isDone });
  const missed = [...said.missed, ...(await missedReviews(ports, tracks))];
  for (const trigger of [...missed, ...said.unclear]) {
    await guarded(ports, trigger.issue, () => runLoop(ports, trigger.issue, trigger));
  }
  const boxes = board && (await obeyMissed(ports, { ...survey, seen: board, tracks }));
  await planLabeled(ports, { config, tracks, labeled, isDone });
  let left = 0;
  const reopened = await findCancelled(ports, survey.stray);
  for (const issue of [...tracks.map((track) => track.issue), ...reopened]) {
    await guarded(ports, issue, async () => {
      left += await goOn(ports, issue);
    });
  }
  if (hasExpired(survey.days, now)) await expireReservations(ports);
  // Only ticks need it, so that events need not load it.
  const { lookAfterRepository } = await import("./look-after-repository.ts");
  const after = boxes ? { ...survey, state: await loadRepository(ports) } : survey;
  const { heard = new Set<string>(), tonight = false } = boxes ?? {};
  await lookAfterRepository(ports, after, { isDone, seen: board, heard, tonight });
  const findings = { cursor: state.cursor, hasLedger, comments: said.seen, missed: missed.length };
  const cursor = nextCursor(findings, now);
  // A repository where nothing was started has nowhere to keep it.
  const isNew = cursor !== undefined || label !== state.label;
  if (isNew && ports.ledger.latest()) await rememberTick(ports, { cursor, label, now, missed });
  return { left };
}

/** Asked by each track that is open, read for the first. What costs requests of its own is read while a track says that it is missing. */
function createGaps(
  ports: Ports,
  { config, settings }: Survey,
  tracks: readonly Track[],
): NonNullable<Ports["gaps"]> {
  const told = new Set(tracks.flatMap(({ gaps = [] }) => gaps.map(({ type }) => type)));
  const asks = {
    rules: told.has("rules"),
    release: told.has("stub-behind") || told.has("copy-behind"),
    disabled: told.has("workflow-disabled"),
  };
  let gaps: ReturnType<NonNullable<Ports["gaps"]>> | undefined;
  return () => {
    gaps ??= unlessRefused(
      ports,
      async () => settings && (await readGaps(ports, { config, settings, asks })),
    );
    return gaps;
  };
}

/** The label is made once, so that people can ask for a plan; one that they delete later stays deleted. Gives the one to remember. */
async function findLabel(
  ports: Ports,
  { config, settings, state, hasLedger }: Survey,
): Promise<string | undefined> {
  if (!config.ok || !settings) return state.label;
  const { label } = config.config;
  if (hasLedger && state.label === label) return label;
  return (await makeLabel(ports, config, settings)) ? label : state.label;
}

/** What belongs to no track is said in the issue of the first one that is open. */
async function tellProblems(ports: Ports, { problems, issues }: Survey): Promise<void> {
  const issue = Math.min(...issues);
  if (issues.length === 0) return;
  for (const problem of problems) await tellBroken(ports, { issue, thread: issue }, problem);
}

function hasTraces({ traces }: Survey): boolean {
  return traces.names.length + traces.pulls.length > 0;
}

/** What stands in the dashboard; nothing where there is none, or none is wanted. */
async function seeDashboard(
  { github }: Ports,
  { state: { dashboard, board } }: Survey,
): Promise<SeenText | undefined> {
  if (dashboard === undefined || board?.gone) return undefined;
  return (await github.look({ texts: [dashboard] })).texts[0];
}

async function goOn(ports: Ports, issue: number): Promise<number> {
  const track = await runLoop(ports, issue, { type: "ticked" });
  if (!track) return 0;
  await repairTexts(ports, track);
  return track.outbox.length;
}

interface TickMemory {
  cursor: Instant | undefined;
  label: string | undefined;
  now: Instant;
  missed: Commented[];
}

async function rememberTick(ports: Ports, { cursor, label, now, missed }: TickMemory): Promise<void> {
  await guarded(ports, 0, () =>
    changeRepository(ports, "tick", (state) => {
      const handled = [...state.handled, ...missed.map(({ source }) => ({ id: source, at: now }))];
      const since = cursor ?? state.cursor ?? "";
      const kept = handled.filter((one) => one.at >= since);
      return withoutUndefined({ ...state, cursor: cursor ?? state.cursor, label, handled: kept });
    }),
  );
}
