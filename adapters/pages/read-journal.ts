import { readAnswers } from "../../core/check/check-manifest.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { JobRef } from "../../core/model/job.ts";
import { type Manifest, manifestSchema } from "../../core/model/manifest.ts";
import { createValidator } from "../../core/model/validate.ts";
import type { JournalReading } from "../../web/source.ts";
import type { Artifacts } from "./create-artifacts.ts";
import { listZip, readZipEntry } from "./read-zip.ts";

const validate = createValidator<Manifest>(manifestSchema);
const limits = { manifest: 16_000_000, answer: 10_000_000 };

/** What a crew wrote down of a job. It comes from where agents work, so it is held to its form like anything else. */
export async function readJournal(artifacts: Artifacts, job: JobRef, run: number): Promise<JournalReading> {
  const artifact = await artifacts.find(job, run, "result");
  if (!artifact) return { type: "gone" };
  try {
    const zip = await artifacts.load(artifact);
    const entries = new Map(listZip(zip).map((entry) => [entry.path, entry]));
    const text = (path: string, most: number) => {
      const entry = entries.get(path);
      return entry && readZipEntry(zip, entry, most).toString("utf8");
    };
    const checked = validate(JSON.parse(text("manifest.json", limits.manifest) ?? ""));
    if (!checked.ok) return { type: "unreadable", problem: "It does not have the form of a journal." };
    return {
      type: "read",
      manifest: readAnswers(checked.value, (name) => text(`files/${name}`, limits.answer)),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { type: "unreadable", problem: "It is not JSON." };
    if (error instanceof GsdError && error.code === "artifact")
      return { type: "unreadable", problem: error.message };
    throw error;
  }
}
