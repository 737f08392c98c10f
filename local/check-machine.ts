import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { GsdError } from "../core/gsd-error.ts";
import { requireGit } from "./forge/git/run-git.ts";
import { listen } from "./forge/server.ts";

interface Needs {
  port?: number | undefined;
  /** Files that are written: at the end, one of them. */
  report?: string | undefined;
  record?: string | undefined;
}

/** What is missing here is said at once, before anything is built or started. */
export async function checkMachine({ port, report, record }: Needs): Promise<void> {
  requireGit();
  if (report !== undefined) requireWritable("--report", report);
  if (record !== undefined) requireWritable("--record", record);
  const { server } = await listen(port ?? 0);
  await new Promise((resolve) => server.close(resolve));
}

function requireWritable(option: string, path: string): void {
  const isThere = statSync(path, { throwIfNoEntry: false });
  try {
    if (isThere?.isDirectory()) throw new Error("it is a folder");
    accessSync(isThere ? path : dirname(path), constants.W_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new GsdError(
      "usage",
      `${option} names ${path}, and gsd cannot write there (${why}). Name a file in a folder that is there.`,
    );
  }
}
