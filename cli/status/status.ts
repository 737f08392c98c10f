import type { Archive } from "../../core/ports/archive.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Source } from "../ledger/open-archive.ts";
import { printableJson } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import { look, lookJson, lookText } from "./look.ts";
import { problemText } from "./status-text.ts";

export interface StatusOptions extends Source {
  issue: number | undefined;
  json?: boolean;
}

/** `gsd status`: what the progress comments say, in one place. */
export async function status(archive: Archive, options: StatusOptions, terminal: Terminal): Promise<number> {
  const seen = await look(archive, options.issue);
  if (options.json) terminal.out(printableJson(lookJson(seen)));
  else {
    terminal.out(lookText(seen, terminal));
    terminal.error(problemText(seen.problems, terminal));
  }
  return seen.problems.length > 0 ? exitCodes.findings : exitCodes.good;
}
