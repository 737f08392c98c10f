import type { Connection } from "./request.ts";

/** Whose GitHub it is; `turn` is shared by connections that write to the same repository. Only a bench brings time of its own. */
export type NewConnection = Pick<Connection, "client" | "owner" | "repo" | "pace"> &
  Partial<Pick<Connection, "turn" | "sleep" | "now" | "onLimit">> & {
    /** How long it may wait for limits to end, all in all; by default not at all. */
    patienceMs?: number;
  };

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Opens a connection to one repository. */
export function openConnection(options: NewConnection): Connection {
  const {
    client,
    owner,
    repo,
    pace,
    turn = { at: 0 },
    sleep = wait,
    now = () => performance.now(),
    onLimit = () => {},
    patienceMs = 0,
  } = options;
  const patientUntil = now() + patienceMs;
  return { client, owner, repo, pace, turn, node: {}, sleep, now, onLimit, patientUntil };
}
