import { boxKey, tickedBoxesIn, withTicks } from "../core/codec/boxes.ts";
import { leaseMs } from "../core/decide/decide.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { SeenText } from "../core/ports/github/look.ts";
import { dashboardMarker, dashboardTitle } from "../core/render/dashboard.ts";
import { changeRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";

/** What the dashboard should say, and what is known of what it says. */
export interface Board {
  body: string;
  /** As a tick has seen it. */
  seen?: SeenText | undefined;
  /** Boxes that were ticked and heard: they are cleared. Others that are ticked when we write stay so, for whoever hears of them. */
  heard: ReadonlySet<string>;
}

/**
 * Brings the dashboard issue up to date, when a person would see a difference. It is made once: whoever makes it says so in the
 * ledger first, and looks for one of our own before. A closed one is left alone until it is opened again, a deleted one for good.
 */
export async function showDashboard(ports: Ports, state: RepositoryState, board: Board): Promise<void> {
  const { body, heard } = board;
  const digest = ports.sha256(body);
  const { dashboard, board: known } = state;
  if (known?.gone) return;
  if (dashboard === undefined) return makeDashboard(ports, body);
  const isEdited = heard.size > 0 || known?.closed || (board.seen && !isSame(board.seen.body, body));
  if (known?.digest === digest && !isEdited) return;
  // Read again: somebody may have ticked a box since a tick has seen it.
  const issue = await ports.github.issue(dashboard);
  if (!issue)
    return void (await change(ports, ({ dashboard: _, ...rest }) => ({ ...rest, board: { gone: true } })));
  if (!issue.open) return void (await note(ports, { closed: true }));
  const left = known?.closed ? [] : tickedBoxesIn(issue.body).map(boxKey.format);
  const next = withTicks(body, new Set(left.filter((key) => !heard.has(key))));
  if (!isSame(issue.body, next)) await ports.github.updateIssue(dashboard, { body: next });
  await note(ports, { digest, closed: undefined });
}

/** What a person saves in a browser ends its lines in another way. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trimEnd();
  return plain(one) === plain(other);
}

function note(
  ports: Ports,
  news: Partial<Record<"digest", string> & Record<"closed", true | undefined>>,
): Promise<void> {
  return change(ports, (saved) => ({ ...saved, board: withoutUndefined({ ...saved.board, ...news }) }));
}

/** Where it is not wanted any more, it is forgotten that one was deleted: whoever wants it again gets a new one. */
export async function forgetDashboard(ports: Ports, { board }: RepositoryState): Promise<void> {
  if (board?.gone) await change(ports, ({ board: _, ...rest }) => rest);
}

async function makeDashboard(ports: Ports, body: string): Promise<void> {
  if (!ports.ledger.latest()) await ports.ledger.create();
  if (!(await claim(ports))) return;
  const found = (await ports.github.ownIssues()).find((issue) => issue.body.includes(dashboardMarker));
  const made = found ?? (await ports.github.createIssue({ title: dashboardTitle, body }));
  await pin(ports, made.nodeId);
  // One that was there says something else.
  const digest = found ? undefined : ports.sha256(body);
  await change(ports, (saved) => ({ ...saved, dashboard: made.number, board: withoutUndefined({ digest }) }));
}

/** Whether it is ours to make: another process may be about to, or have died of it. */
async function claim(ports: Ports): Promise<boolean> {
  const at = ports.now().toISOString();
  const { owner } = ports;
  const expired = new Date(Date.parse(at) - leaseMs).toISOString();
  let isOurs = false;
  await change(ports, (saved) => {
    const maker = saved.board?.maker;
    isOurs = saved.dashboard === undefined && (!maker || maker.owner === owner || maker.at <= expired);
    return isOurs ? { ...saved, board: { maker: { owner, at } } } : saved;
  });
  return isOurs;
}

/** GitHub pins three issues at most, and not for everybody. */
async function pin({ github, log }: Ports, nodeId: string): Promise<void> {
  try {
    await github.pinIssue(nodeId);
  } catch (error) {
    log.info("the dashboard was not pinned", { why: error instanceof Error ? error.message : String(error) });
  }
}

function change(ports: Ports, next: (state: RepositoryState) => RepositoryState): Promise<void> {
  return changeRepository(ports, "dashboard", next);
}
