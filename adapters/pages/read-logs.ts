import type { JobRef } from "../../core/model/job.ts";
import type { LogFile, Logs } from "../../web/source.ts";
import type { Artifacts } from "./create-artifacts.ts";
import { listZip, readZipEntry } from "./read-zip.ts";

/** The longest file that is unpacked for a page. */
const mostBytes = 96 * 1024 * 1024;

/** What the members of a crew were told and what they said; undefined where it was deleted. */
export async function readLogs(artifacts: Artifacts, job: JobRef, run: number): Promise<Logs | undefined> {
  const artifact = await artifacts.find(job, run, "log");
  if (!artifact) return undefined;
  const zip = await artifacts.load(artifact);
  const entries = listZip(zip);
  return {
    files: entries.map(({ path, size }): LogFile => ({ name: path, bytes: size })),
    read(name) {
      const entry = entries.find(({ path }) => path === name);
      return entry && readZipEntry(zip, entry, mostBytes);
    },
  };
}
