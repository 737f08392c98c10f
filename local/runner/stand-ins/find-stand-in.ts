import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";
import { attest } from "./attest.ts";
import { checkout } from "./checkout.ts";
import { downloadArtifact } from "./download-artifact.ts";
import { setupNode } from "./setup-node.ts";
import { uploadArtifact } from "./upload-artifact.ts";

/** Does what a well-known action does, without its code; gets the inputs as written and returns the outputs. */
export type StandIn = (
  control: StepControl,
  inputs: Record<string, string>,
) => Promise<Record<string, string>>;

const standIns: Record<string, StandIn> = {
  "actions/attest": attest,
  "actions/checkout": checkout,
  "actions/upload-artifact": uploadArtifact,
  "actions/download-artifact": downloadArtifact,
  "actions/setup-node": setupNode,
};

/** The stand-in for an action, at any full commit or version tag. */
export function findStandIn(target: { repo: string; path: string; ref: string }): StandIn | undefined {
  const standIn = standIns[target.repo.toLowerCase()];
  if (!standIn) return undefined;
  if (target.path === "" && /^([0-9a-f]{40}|v\d+(\.\d+)*)$/.test(target.ref)) return standIn;
  throw new GsdError(
    "unsupported",
    `not supported by the local runner: ${target.repo}/${target.path}@${target.ref} (name a full commit or a version tag)`,
  );
}
