import type { FileChange } from "../core/backlog/sync.ts";
import { roadmapBranch } from "../core/codec/branches.ts";
import { roadmapFile } from "../core/codec/paths.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { RoadmapState } from "../core/model/roadmap-state.ts";
import type { Pull } from "../core/ports/github/pulls.ts";
import { roadmapPullBody, roadmapPullTitle } from "../core/render/roadmap.ts";
import type { ProposalTrouble } from "../core/view/view-dashboard.ts";
import { commitOnDefault } from "./commit-on-default.ts";
import type { Ports } from "./ports.ts";

export interface ProposalInput {
  /** What the file should say; absent where it says that already. */
  wanted: { text: string; changes: FileChange[] } | undefined;
  defaultBranch: string;
  state: RoadmapState;
}

interface Proposing {
  state: RoadmapState;
  troubles: ProposalTrouble[];
}

/** Opens a pull request for the file, or brings the open one up to date; one that is not needed any more is closed. Nothing is pushed to the default branch. */
export async function proposeRoadmap(
  ports: Ports,
  { wanted, defaultBranch, state }: ProposalInput,
): Promise<Proposing> {
  const { proposal, declined, ...rest } = state;
  if (!wanted) {
    if (proposal !== undefined) await closeOld(ports, proposal);
    return { state: rest, troubles: [] };
  }
  const digest = ports.sha256(wanted.text);
  if (declined === digest) return { state: { ...rest, declined }, troubles: [{ type: "proposal-declined" }] };
  const pulls = await ports.github.pullsOf(roadmapBranch.update);
  const open = pulls.find((pull) => pull.state === "open");
  const [last] = pulls.filter(({ merged }) => !merged).toSorted((a, b) => b.number - a.number);
  if (!open && last && (await textAt(ports, last)) === wanted.text) {
    return { state: { ...rest, declined: digest }, troubles: [{ type: "proposal-declined" }] };
  }
  try {
    const number = await bringUpToDate(ports, { wanted, defaultBranch, open });
    return { state: { ...rest, proposal: number }, troubles: [] };
  } catch (error) {
    if (!(error instanceof GsdError) || !["pulls-forbidden", "forbidden", "invalid"].includes(error.code))
      throw error;
    return {
      state: rest,
      troubles: [{ type: "proposal-refused", branch: roadmapBranch.update, text: error.message }],
    };
  }
}

interface Update {
  wanted: NonNullable<ProposalInput["wanted"]>;
  defaultBranch: string;
  open: Pull | undefined;
}

async function bringUpToDate(ports: Ports, { wanted, defaultBranch, open }: Update): Promise<number> {
  const { text, changes } = wanted;
  const body = roadmapPullBody(changes);
  if (open && (await textAt(ports, open)) === text) return open.number;
  const branch = roadmapBranch.update;
  await commitOnDefault(ports, {
    branch,
    defaultBranch,
    message: roadmapPullTitle,
    files: [{ path: roadmapFile, text }],
  });
  if (open) {
    await ports.github.updatePull(open.number, { body });
    return open.number;
  }
  const pull = { title: roadmapPullTitle, body, head: branch, base: defaultBranch, draft: false };
  return (await ports.github.createPull(pull)).number;
}

/** What a pull request would make of the file. */
async function textAt({ github }: Ports, { head }: Pull): Promise<string | undefined> {
  const { files } = await github.look({ files: [{ path: roadmapFile, ref: head.sha }] });
  return files[0]?.text;
}

async function closeOld({ github }: Ports, number: number): Promise<void> {
  const pull = await github.pull(number);
  if (pull?.state === "open") await github.updatePull(number, { state: "closed" });
}
