import { join, relative, resolve } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { readAction } from "./action-store.ts";
import type { ActionDocument } from "./documents.ts";
import type { Job } from "./job-state.ts";
import { parseUses, type Source } from "./resolve-uses.ts";
import { findStandIn, type StandIn } from "./stand-ins/find-stand-in.ts";
import type { Frame } from "./step-scope.ts";

export type PreparedAction =
  | { type: "stand-in"; uses: string; standIn: StandIn }
  | { type: "files"; uses: string; folder: string; document: ActionDocument; source: Source };

/** Finds what a step `uses`, once per job. What cannot be run here is an error, never skipped. */
export function prepareAction(job: Job, frame: Frame, uses: string): Promise<PreparedAction> {
  if (uses.startsWith(".")) return find(job, frame, uses);
  const key = `${frame.source.repo}@${frame.source.sha} ${uses}`;
  const known = job.actions.get(key) ?? find(job, frame, uses);
  job.actions.set(key, known);
  return known;
}

async function find(job: Job, frame: Frame, uses: string): Promise<PreparedAction> {
  const target = parseUses(uses);
  const { actions } = job.run.machine;
  switch (target.type) {
    case "docker":
      throw new GsdError("unsupported", `not supported by the local runner: ${uses} (a container)`);
    case "local": {
      const folder = resolve(job.folders.workspace, target.path);
      if (relative(job.folders.workspace, folder).startsWith("..")) {
        throw new GsdError("uses-invalid", `'uses: ${uses}' leaves the workspace`);
      }
      return files({ uses, folder, source: frame.source, document: await readAction(folder, uses) });
    }
    case "self": {
      const root = await actions.unpack(frame.source.repo, frame.source.sha);
      const folder = join(root, target.path);
      return files({ uses, folder, source: frame.source, document: await actions.read(folder, uses) });
    }
    case "repository": {
      const standIn = findStandIn(target);
      if (standIn) return { type: "stand-in", uses, standIn };
      const sha = await actions.resolve(target.repo, target.ref);
      const root = await actions.unpack(target.repo, sha);
      const folder = join(root, target.path);
      const source = { repo: target.repo, ref: target.ref, sha };
      return files({ uses, folder, source, document: await actions.read(folder, uses) });
    }
  }
}

function files(action: Omit<Extract<PreparedAction, { type: "files" }>, "type">): PreparedAction {
  const { using } = action.document.runs;
  if (using !== "composite" && using !== "node24" && using !== "node20") {
    throw new GsdError("unsupported", `not supported by the local runner: ${action.uses} (using: ${using})`);
  }
  return { type: "files", ...action };
}
