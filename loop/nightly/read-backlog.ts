import type { BacklogIssue, Link } from "../../core/backlog/backlog-issue.ts";
import { sortBacklog } from "../../core/backlog/order-backlog.ts";
import type { Nightly } from "../../core/model/config/nightly.ts";
import type { Ports } from "../ports.ts";
import type { Evening } from "./evening.ts";

/** Issues whose links are read in one tick: two requests each. */
const mostLinks = 15;

/** Labelled issues and those of the current milestone that have no track under way. */
export async function listBacklog(ports: Ports, { nightly, milestone, tracks, state }: Evening) {
  const labeled = await ports.github.issuesIn({ label: nightly.label });
  const none = { issues: [], more: false };
  const due = milestone ? await ports.github.issuesIn({ milestone: milestone.number }) : none;
  const all = new Map([...labeled.issues, ...due.issues].map((issue) => [issue.number, issue]));
  const busy = new Set(tracks.filter(({ phase }) => phase !== "asking").map(({ issue }) => issue));
  const issues = [...all.values()].filter(({ number }) => !busy.has(number) && number !== state.dashboard);
  return { issues, more: labeled.more || due.more };
}

/** What the first of them wait for. */
export async function readLinks(
  { github }: Ports,
  issues: BacklogIssue[],
  { priorities }: Nightly,
): Promise<Map<number, Link[]>> {
  const linked = sortBacklog(issues, priorities).filter(({ issue }) => issue.hasLinks);
  const links = new Map<number, Link[]>();
  for (const { issue } of linked.slice(0, mostLinks))
    links.set(issue.number, await github.linksOf(issue.number));
  return links;
}
