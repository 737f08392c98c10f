import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { readPlain } from "../../adapters/read-plain.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { draftPlaceOf, inspectedPlaces, isWithin, kindOfFile } from "../../core/inspect/inspected-files.ts";
import type { SourceFile } from "../../core/sources/load-sources.ts";

/** What is to be checked. */
export interface Subject {
  /** A file or folder of the repository; all of it where nothing was named. */
  only?: string;
  /** A file that lies elsewhere, in the place where it would be. */
  draft?: SourceFile;
}

/** Larger than anything that gsd reads. */
const mostBytes = 2_000_000;

/** Finds what a path on the command line means: something in the places that gsd reads, or a file that is known by its name. */
export async function findSubject(path: string | undefined, top: string): Promise<Subject> {
  if (path === undefined) return {};
  const file = resolve(path);
  const place = relative(top, file).replaceAll("\\", "/");
  if (place === "") return {};
  const isRead =
    kindOfFile(place) !== undefined ||
    inspectedPlaces.some((one) => isWithin(one, place) || isWithin(place, one));
  const draftPlace = draftPlaceOf(basename(file));
  if (isRead && (draftPlace === undefined || kindOfFile(place) !== undefined)) return { only: place };
  if (draftPlace === undefined)
    throw new GsdError(
      "usage",
      `gsd reads nothing at ${path}: name something in ${inspectedPlaces.join(", ")}, or a file called BACKLOG.yaml, SPEC.md, ARCH.md, QA.md or spec.md.`,
    );
  const bytes = await readPlain(file, mostBytes);
  if (!bytes)
    throw new GsdError(
      "usage",
      existsSync(file) ? `${path} is not a plain file of at most 2 MB.` : `There is no file ${path}.`,
    );
  return { only: draftPlace, draft: { path: draftPlace, text: bytes.toString("utf8") } };
}
