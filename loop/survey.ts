import { ledgerBranch, trackBranch } from "../core/codec/branches.ts";
import { dayFile, trackFile } from "../core/codec/ledger-files.ts";
import { configFile, roadmapFile } from "../core/codec/paths.ts";
import type { Sha } from "../core/model/ids.ts";
import type { ConfigReading } from "../core/model/parse-config.ts";
import { emptyRepository, type RepositoryState } from "../core/model/repository.ts";
import type { FileAtRef } from "../core/ports/github/git.ts";
import type { SeenSettings } from "../core/ports/github/look.ts";
import { allTraces, tracesIn } from "./find-traces.ts";
import { dayIn, type SavedDay } from "./ledger/days.ts";
import { repositoryIn, repositoryPaths } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";
import { readConfig } from "./read-config.ts";
import { recentDates } from "./settle-spending.ts";

/** What a tick has to know about a repository before it does anything. */
export interface Survey {
  hasLedger: boolean;
  /** Whether the stub is on the default branch: without it no job can start. */
  hasStub: boolean;
  config: ConfigReading;
  state: RepositoryState;
  /** What `gsd doctor` looks at too. */
  settings: SeenSettings | undefined;
  /** Issues whose tracks have something left to do. */
  issues: number[];
  /** Spending of today and yesterday. */
  days: SavedDay[];
  /** Why files that belong to no track could not be read; the tracks go on without them. */
  problems: unknown[];
  defaultBranch: string;
  /** The head of the default branch; absent where it has no commit. */
  defaultHead: Sha | undefined;
  /** `specs/ROADMAP.md` on the default branch. */
  roadmap: FileAtRef | undefined;
  /** Issues without such a track whose plan's pull request is open. */
  stray: number[];
  /** What gsd left in the repository. */
  traces: ReturnType<typeof tracesIn>;
}

/** Looks at a repository in one request. */
export async function surveyRepository(ports: Ports): Promise<Survey> {
  const dates = recentDates(ports);
  const inLedger = [...repositoryPaths, ...dates.map(dayFile.path)];
  const onDefault = [configFile, `.github/workflows/${ports.workflow}`, roadmapFile];
  const answer = await ports.github.look({
    files: [
      ...inLedger.map((path) => ({ path, ref: ledgerBranch })),
      ...onDefault.map((path) => ({ path, ref: "HEAD" })),
    ],
    folders: [{ path: "tracks", ref: ledgerBranch }],
    commits: [ledgerBranch, "HEAD"],
    settings: true,
    shared: true,
    ...allTraces,
  });
  ports.ledger.saw(answer.commits[0]?.sha);
  const { files, folders, commits } = answer;
  const [config, stub, roadmap] = files.slice(inLedger.length);
  const found = Object.fromEntries(inLedger.map((path, at) => [path, files[at]]));
  const problems: unknown[] = [];
  const read = <T>(reading: () => T): T[] => {
    try {
      return [reading()];
    } catch (error) {
      problems.push(error);
      return [];
    }
  };
  const [repository] = read(() => repositoryIn(files.slice(0, repositoryPaths.length), ports.log));
  const days = dates.flatMap((date) => read(() => dayIn(date, found)));
  const issues = (folders[0]?.entries ?? []).flatMap(({ name }) => trackFile.issueOf(name) ?? []);
  const shown = answer.newestPulls.flatMap(({ open, branch }) =>
    open ? (trackBranch.parse(branch)?.issue ?? []) : [],
  );
  return {
    hasLedger: commits[0] !== undefined,
    hasStub: stub !== undefined && stub.odd === undefined,
    config: await readConfig(ports, { own: config, shared: answer.shared }),
    settings: answer.settings,
    defaultBranch: answer.defaultBranch,
    defaultHead: commits[1]?.sha,
    roadmap,
    state: repository?.state ?? emptyRepository,
    issues,
    stray: [...new Set(shown)].filter((issue) => !issues.includes(issue)),
    days,
    problems,
    traces: tracesIn(answer),
  };
}
