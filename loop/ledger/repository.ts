import { isDeepStrictEqual } from "node:util";
import { carryRepository } from "../../core/codec/carry-over.ts";
import { oldRepositoryFiles, repositoryFile } from "../../core/codec/ledger-files.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { emptyRepository, type RepositoryState } from "../../core/model/repository.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Change, Version } from "../../core/ports/ledger.ts";
import type { Ports } from "../ports.ts";

type LedgerPorts = Pick<Ports, "ledger" | "log">;

/** What belongs to no track, as it was read. */
export interface SavedRepository {
  state: RepositoryState;
  version: Version;
  /** Files of the version before, which go with the first save. */
  old: { path: string; version: Version }[];
}

const mostTries = 12;
const { watch, health } = oldRepositoryFiles;

/** What belongs to no track. */
export async function loadRepository(ports: LedgerPorts): Promise<RepositoryState> {
  return (await loadSaved(ports)).state;
}

/** Where it is changed, and how it was read a moment ago, by whom it was. */
interface Place extends LedgerPorts {
  known?: SavedRepository;
}

/** Changes what belongs to no track: on what is there now, again when somebody else was faster. */
export async function changeRepository(
  ports: Place,
  message: string,
  change: (state: RepositoryState) => RepositoryState,
): Promise<void> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const saved = (attempt === 0 && ports.known) || (await loadSaved(ports));
    const next = change(saved.state);
    if (saved.version && isDeepStrictEqual(next, saved.state)) return;
    if (await save(ports, saved, { state: next, message: `${message} [skip ci]` })) return;
  }
  throw new GsdError(
    "ledger-busy",
    `${repositoryFile.path} is being written by others. The next event or tick tries again.`,
  );
}

/** Where `repositoryIn` finds what belongs to no track, in this order. */
export const repositoryPaths = [repositoryFile.path, watch, health];

export async function loadSaved({ ledger, log }: LedgerPorts): Promise<SavedRepository> {
  return repositoryIn(await ledger.read(repositoryPaths), log);
}

/** What belongs to no track, from the files at `repositoryPaths`. It is there to save work, so a file that cannot be read counts as empty. */
export function repositoryIn(files: (FileAtRef | undefined)[], log: Ports["log"]): SavedRepository {
  const [file, ...before] = files;
  const old = [watch, health].flatMap((path, at) => {
    const found = before[at];
    return found ? [{ path, version: found.sha }] : [];
  });
  const path = file ? repositoryFile.path : [watch, health].join(" or ");
  const state = tryRead(() => (file ? repositoryFile.read(file.text, repositoryFile.path) : carry(before)));
  if (!state) log.warn(`${path} of the ledger is not valid; gsd writes a new one`);
  return { state: state ?? emptyRepository, version: file?.sha, old };
}

function carry([watched, known]: (FileAtRef | undefined)[]): RepositoryState {
  const parsed = (file: FileAtRef | undefined): unknown => file && JSON.parse(file.text);
  const state = carryRepository({ watch: parsed(watched), health: parsed(known) });
  return repositoryFile.read(JSON.stringify(state), repositoryFile.path);
}

/** A file from a newer gsd is not broken: that one we leave alone. */
function tryRead(read: () => RepositoryState): RepositoryState | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GsdError && error.code === "ledger-newer") throw error;
    return undefined;
  }
}

async function save(
  { ledger }: LedgerPorts,
  { version, old }: SavedRepository,
  { state, message }: { state: RepositoryState; message: string },
): Promise<boolean> {
  if (old.length === 0) {
    const document = ledger.document(repositoryFile.path, repositoryFile.read);
    return (await document.save(state, version, message)).type === "saved";
  }
  const gone: Change[] = old.map((one) => ({ path: one.path, value: undefined, version: one.version }));
  const changes = [{ path: repositoryFile.path, value: state, version }, ...gone];
  return (await ledger.commit(changes, message)).type === "saved";
}
