import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { GsdError } from "../../../core/gsd-error.ts";
import { findFiles } from "../find-files.ts";
import type { StepControl } from "../run-step.ts";
import { readStandInInputs } from "./read-inputs.ts";

const action = "actions/attest";

/** Says what would be attested, and signs nothing: Sigstore and GitHub's store of attestations are not on this machine. */
export async function attest(control: StepControl, given: Record<string, string>) {
  const { job } = control;
  const inputs = readStandInInputs(action, given, { "subject-path": "", "sbom-path": "" });
  requirePermissions(job.request.job.permissions);
  const { workspace } = job.folders;
  const patterns = inputs["subject-path"].split("\n").map((line) => line.trim());
  const subjects = findFiles(workspace, patterns.filter(Boolean));
  if (subjects.length === 0)
    throw new GsdError("action-failed", `Could not find subject at path ${inputs["subject-path"]}`);
  if (inputs["sbom-path"] !== "") await requireSbom(join(workspace, inputs["sbom-path"]));
  const predicate = inputs["sbom-path"] === "" ? "provenance" : "SBOM";
  for (const subject of subjects) {
    const digest = createHash("sha256").update(await readFile(join(workspace, subject)));
    job.log(`Not signed on this machine: ${predicate} of ${subject}@sha256:${digest.digest("hex")}`);
  }
  return {};
}

function requirePermissions(permissions: Record<string, string | undefined>): void {
  for (const name of ["id-token", "attestations"]) {
    if (permissions[name] === "write") continue;
    throw new GsdError(
      "action-failed",
      `Failed to get ID token: the job needs the permission '${name}: write'`,
    );
  }
}

async function requireSbom(path: string): Promise<void> {
  const sbom = JSON.parse(await readFile(path, "utf8")) as { spdxVersion?: string; bomFormat?: string };
  if (sbom.spdxVersion || sbom.bomFormat === "CycloneDX") return;
  throw new GsdError("action-failed", "Unsupported SBOM format: it is neither SPDX nor CycloneDX");
}
