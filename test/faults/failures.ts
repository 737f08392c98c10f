import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Track } from "../../core/model/track.ts";
import type { RequestInfo } from "../../local/forge/faults.ts";
import { mustCommit, writeCommit, writeRef } from "../../local/forge/git/git-repo.ts";
import { editTree, readFileAt } from "../../local/forge/git/tree-edit.ts";
import { mustRepo } from "../../local/forge/state/world.ts";
import type { Stage } from "./in-process.ts";
import { type Trouble, tellStory } from "./story.ts";

const put = "PUT /repos/{owner}/{repo}/contents/{path}";

/** The world that the story ends in when nothing goes wrong, and its writes in their order: what of them is which route is for the test to choose. */
export async function listWrites(): Promise<{ calm: string; writes: RequestInfo[] }> {
  const writes: RequestInfo[] = [];
  const trouble: Trouble = {
    arrange: ({ forge }) => {
      for (let k = 1; k <= 500; k += 1) {
        forge.faults.meanwhileAt({ ...ours, k, act: (info) => void writes.push(info) });
      }
    },
    tick: "never",
  };
  const calm = await tellStory({ crowd: "first", trouble });
  return { calm, writes };
}

const ours = { tokenKind: "workflow", writesOnly: true } as const;

/** The k-th write is answered with 502, though it was applied, or since it was not. */
export function badGateway(k: number, applied: boolean): Trouble {
  return {
    arrange: ({ forge }) => void forge.faults.failAt({ ...ours, k, status: 502, applied }),
    tick: "when stuck",
  };
}

/** The k-th write of a file loses to a writer of another file of the branch. */
export function busyBranch(k: number): Trouble {
  return {
    arrange: ({ forge }) => void forge.faults.failAt({ ...ours, route: put, k, status: 409, applied: false }),
    tick: "when stuck",
  };
}

/** Somebody changes the track just before its k-th write. */
export function busyTrack(k: number): Trouble {
  return {
    arrange: (stage) =>
      void stage.forge.faults.meanwhileAt({ ...ours, route: put, k, act: () => touchTrack(stage) }),
    tick: "when stuck",
  };
}

function touchTrack({ forge, repo: name }: Stage): void {
  const { git } = mustRepo(forge.world, name);
  const path = "tracks/1.json";
  const head = git.refs.get(`refs/heads/${ledgerBranch}`);
  const file = head && readFileAt(git, head, path);
  if (!head || !file) return;
  const track = JSON.parse(file.toString("utf8")) as Track;
  track.handled.push({ id: "c0", at: track.createdAt });
  const before = mustCommit(git, head);
  const blob = git.objects.write("blob", JSON.stringify(track));
  const tree = editTree(git, before.tree, new Map([[path, { mode: "100644", sha: blob }]]));
  writeRef(
    git,
    `refs/heads/${ledgerBranch}`,
    writeCommit(git, { ...before, tree, parents: [head], message: "someone else" }),
  );
}

/** What was just created cannot be read for a while. */
export function lateToShow(hiding: { reads: number; lists: boolean }): Trouble {
  return {
    arrange: ({ forge }) => void forge.faults.hideCreated({ tokenKind: "workflow", ...hiding }),
    tick: "when stuck",
  };
}
