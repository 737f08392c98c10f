import type { Sha } from "../../core/model/ids.ts";

/** The newest commit of the ledger that a process has seen or made. */
export interface Sight {
  commit: Sha | undefined;
}
