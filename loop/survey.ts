import { ledgerBranch } from "../core/codec/branches.ts";
import { dayFile, trackFile } from "../core/codec/ledger-files.ts";
import type { ConfigReading } from "../core/model/parse-config.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { allTraces, tracesIn } from "./find-traces.ts";
import { dayIn, type SavedDay } from "./ledger/days.ts";
import { repositoryIn, repositoryPaths } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";
import { recentDates } from "./settle-spending.ts";

/** What a tick has to know about a repository before it does anything. */
export interface Survey {
  hasLedger: boolean;
  /** Whether the stub is on the default branch: without it no job can start. */
  hasStub: boolean;
  config: ConfigReading;
  state: RepositoryState;
  /** Issues whose tracks have something left to do. */
  issues: number[];
  /** Spending of today and yesterday. */
  days: SavedDay[];
  /** What gsd left in the repository. */
  traces: ReturnType<typeof tracesIn>;
}

/** Looks at a repository in one request. */
export async function surveyRepository(ports: Ports): Promise<Survey> {
  const dates = recentDates(ports);
  const inLedger = [...repositoryPaths, ...dates.map(dayFile.path)];
  const onDefault = [".github/gsd.yml", `.github/workflows/${ports.workflow}`];
  const answer = await ports.github.look({
    files: [
      ...inLedger.map((path) => ({ path, ref: ledgerBranch })),
      ...onDefault.map((path) => ({ path, ref: "HEAD" })),
    ],
    folders: [{ path: "tracks", ref: ledgerBranch }],
    commits: [ledgerBranch],
    ...allTraces,
  });
  ports.ledger.saw(answer.commits[0]?.sha);
  const { files, folders, commits } = answer;
  const [config, stub] = files.slice(inLedger.length);
  const found = Object.fromEntries(inLedger.map((path, at) => [path, files[at]]));
  return {
    hasLedger: commits[0] !== undefined,
    hasStub: stub !== undefined,
    config: parseConfig(config?.text),
    state: repositoryIn(files.slice(0, repositoryPaths.length), ports.log).state,
    issues: (folders[0]?.entries ?? []).flatMap(({ name }) => trackFile.issueOf(name) ?? []),
    days: dates.map((date) => dayIn(date, found)),
    traces: tracesIn(answer),
  };
}
