import { leaseMs } from "../core/decide/decide.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { dashboardMarker, dashboardTitle } from "../core/render/dashboard.ts";
import { changeRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";

/**
 * Brings the dashboard issue up to date, when a person would see a difference. It is made once: whoever makes it says so in the
 * ledger first, and looks for one of our own before. A closed one is left alone until it is opened again, a deleted one for good.
 */
export async function showDashboard(ports: Ports, state: RepositoryState, body: string): Promise<void> {
  const digest = ports.sha256(body);
  const { dashboard, board } = state;
  if (board?.gone) return;
  if (dashboard === undefined) return makeDashboard(ports, body);
  if (board?.digest === digest) return;
  const issue = await ports.github.issue(dashboard);
  if (!issue)
    return void (await change(ports, ({ dashboard: _, ...rest }) => ({ ...rest, board: { gone: true } })));
  if (!issue.open) return;
  if (issue.body !== body) await ports.github.updateIssue(dashboard, { body });
  await change(ports, (saved) => ({ ...saved, board: { digest } }));
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
