import { artifactName } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { JobRef } from "../../core/model/job.ts";
import { type Connection, read, toGsdError } from "../github/request.ts";
import { allPages } from "../github/threads.ts";
import { createShelf } from "./create-shelf.ts";

/** An artifact of a run. */
interface Artifact {
  id: number;
  name: string;
  size: number;
}

/** The artifacts of runs, as the one who looks may read them. */
export interface Artifacts {
  /** What a job left in a run, by what it holds; undefined where it was deleted, or never was. */
  find(job: JobRef, run: number, what: "result" | "log"): Promise<Artifact | undefined>;
  /** Its zip archive. */
  load(artifact: Artifact): Promise<Buffer>;
}

/** An archive that is larger is not loaded for a page. */
const mostBytes = 96 * 1024 * 1024;
/** Artifacts never change, so those that were just looked at are kept, for whoever may list them. */
const shelf = createShelf<Buffer>(128 * 1024 * 1024);

export function createArtifacts(connection: Connection): Artifacts {
  const { client, owner, repo } = connection;
  const { actions } = client.rest;
  const listed = new Map<number, Promise<Artifact[]>>();
  const list = (run_id: number) => {
    const known = listed.get(run_id);
    if (known) return known;
    const found = allPages(async (page) => {
      const asked = { owner, repo, run_id, per_page: 100, page };
      const raw = await read(connection, () => actions.listWorkflowRunArtifacts(asked));
      return raw?.artifacts ?? [];
    }).then((all) =>
      all.filter(({ expired }) => !expired).map(({ id, name, size_in_bytes: size }) => ({ id, name, size })),
    );
    listed.set(run_id, found);
    return found;
  };
  return {
    async find(job, run, what) {
      const isOne = nameTest(job, what);
      // A run that was tried again has one of each try; the newest counts.
      return (await list(run)).filter(({ name }) => isOne(name)).toSorted((a, b) => b.id - a.id)[0];
    },
    async load({ id, size }) {
      if (size > mostBytes) throw tooLarge(size);
      const key = `${owner}/${repo}/${id}`;
      const known = shelf.get(key);
      if (known) return known;
      const zip = await download(connection, id);
      shelf.put(key, zip, zip.length);
      return zip;
    },
  };
}

/** By its name, whatever the number of the try. */
function nameTest(job: JobRef, what: "result" | "log"): (name: string) => boolean {
  const start = artifactName.format(job, 0).slice(0, -1);
  const end = what === "log" ? /^\d{1,4}-log$/ : /^\d{1,4}$/;
  return (name) => name.startsWith(start) && end.test(name.slice(start.length));
}

async function download({ client, owner, repo }: Connection, artifact_id: number): Promise<Buffer> {
  const asked = { owner, repo, artifact_id, archive_format: "zip" };
  try {
    const { data } = await client.rest.actions.downloadArtifact(asked);
    const zip = Buffer.from(data as ArrayBuffer);
    if (zip.length > mostBytes) throw tooLarge(zip.length);
    return zip;
  } catch (error) {
    throw toGsdError(error);
  }
}

function tooLarge(bytes: number): GsdError {
  return new GsdError(
    "artifact",
    `The artifact has ${Math.round(bytes / 1_000_000)} MB, which is more than these pages load; download it from the run's page.`,
  );
}
