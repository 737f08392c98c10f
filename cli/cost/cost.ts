import { loadTracks } from "../../adapters/archive/load-tracks.ts";
import { dayFile } from "../../core/codec/ledger-files.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import type { Archive } from "../../core/ports/archive.ts";
import { type DatedDay, viewSpending } from "../../core/view/view-spending.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Source } from "../ledger/open-archive.ts";
import { printableJson } from "../printable.ts";
import { sourceText } from "../source-text.ts";
import { problemText } from "../status/status-text.ts";
import type { Terminal } from "../terminal.ts";
import { costText, type Grouping } from "./cost-text.ts";

export interface CostOptions extends Source {
  by?: Grouping;
  since?: string;
  json?: boolean;
}

/** `gsd cost`: what was spent, by day, week, model and track, and what is set aside. */
export async function cost(archive: Archive, options: CostOptions, terminal: Terminal): Promise<number> {
  const source = { where: archive.where, seesThreads: archive.seesThreads, ...(await archive.newest()) };
  const now = new Date().toISOString();
  const [open, done] = [await loadTracks(archive, "tracks"), await loadTracks(archive, "done")];
  const problems = [...open.problems, ...done.problems];
  const view = viewSpending({
    days: await loadDays(archive),
    tracks: [...done.tracks, ...open.tracks],
    now,
    since: options.since?.slice(0, 10),
    limitUsd: await dayBudget(archive),
  });
  if (options.json) terminal.out(printableJson({ source, ...view, unreadable: problems }));
  else {
    terminal.out(`${costText(view, options.by, terminal)}\n${sourceText(source, terminal)}`);
    terminal.error(problemText(problems, terminal));
  }
  return problems.length > 0 ? exitCodes.findings : exitCodes.good;
}

async function loadDays(archive: Archive): Promise<DatedDay[]> {
  const dates = (await archive.list("days"))
    .flatMap((name) => /^(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1] ?? [])
    .sort();
  const texts = await archive.read(dates.map(dayFile.path));
  return dates.map((date, at) => ({ date, day: dayFile.read(texts[at] ?? "", dayFile.path(date)) }));
}

/** What the configuration says now; one that is wrong has no budget that anybody could name. */
async function dayBudget(archive: Archive): Promise<number | undefined> {
  const { own, shared } = await archive.settings();
  const reading = parseConfig(own, shared);
  return reading.ok ? reading.config.budget.day : undefined;
}
