import { ledgerBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { type Day, daySchema } from "../../core/model/day.ts";
import { type HealthBook, healthBookSchema } from "../../core/model/health.ts";
import { type Track, trackSchema } from "../../core/model/track.ts";
import { createValidator } from "../../core/model/validate.ts";
import { type Watch, watchSchema } from "../../core/model/watch.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { LedgerPort, Version } from "../../core/ports/ledger.ts";
import { ledgerMessage } from "../../core/render/commits.ts";

const validateTrack = createValidator<Track>(trackSchema, "track");
const validateDay = createValidator<Day>(daySchema, "day");
const validateWatch = createValidator<Watch>(watchSchema, "watch");
const validateHealth = createValidator<HealthBook>(healthBookSchema, "health");
const healthPath = "health.json";
const watchPath = "watch.json";
const dayPath = (date: string) => `days/${date}.json`;
const trackPath = (issue: number) => `tracks/${issue}.json`;

/** Tries of one save: the branch moves with every other file's save, which GitHub also answers with 409. */
const mostTries = 8;

/** The ledger on the branch `gsd/ledger`, through the Contents API. */
export function createLedger(github: GitHubPort): LedgerPort {
  return {
    async load(issue) {
      const file = await github.readFile(trackPath(issue), ledgerBranch);
      return file && { track: parse(validateTrack, trackPath(issue), file.text), version: file.sha };
    },
    save: (track, version, message) =>
      put(github, {
        path: trackPath(track.issue),
        value: track,
        version,
        message: ledgerMessage(track, message),
      }),
    async issues() {
      const files = (await github.listFolder("tracks", ledgerBranch)) ?? [];
      return files.flatMap(({ name }) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
    },
    async loadDay(date) {
      const file = await github.readFile(dayPath(date), ledgerBranch);
      return file && { day: parse(validateDay, dayPath(date), file.text), version: file.sha };
    },
    saveDay: (date, day, version) =>
      put(github, { path: dayPath(date), value: day, version, message: `spent on ${date} [skip ci]` }),
    async loadHealth() {
      const file = await github.readFile(healthPath, ledgerBranch);
      const book = file && parseOrNothing(validateHealth, file.text);
      return file && { ...(book ? { book } : {}), version: file.sha };
    },
    saveHealth: (book, version) =>
      put(github, { path: healthPath, value: book, version, message: "health of a base [skip ci]" }),
    async loadWatch() {
      const file = await github.readFile(watchPath, ledgerBranch);
      return file && { watch: parse(validateWatch, watchPath, file.text), version: file.sha };
    },
    saveWatch: (watch, version) =>
      put(github, { path: watchPath, value: watch, version, message: "tick [skip ci]" }),
  };
}

function parse<T>(validate: ReturnType<typeof createValidator<T>>, path: string, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GsdError(
      "ledger-invalid",
      `${path} on ${ledgerBranch} is not JSON; restore it from the branch's history.`,
      { cause },
    );
  }
  const read = validate(value);
  if (read.ok) return read.value;
  const first = read.problems[0];
  throw new GsdError(
    "ledger-invalid",
    `${path} on ${ledgerBranch} is not valid (${first?.path}: ${first?.message}); restore it from the branch's history.`,
  );
}

/** For what is only there to save time: what is not valid can be written anew. */
function parseOrNothing<T>(validate: ReturnType<typeof createValidator<T>>, text: string): T | undefined {
  try {
    const read = validate(JSON.parse(text));
    return read.ok ? read.value : undefined;
  } catch {
    return undefined;
  }
}

interface Save {
  path: string;
  value: unknown;
  version: Version;
  message: string;
}

async function put(
  github: GitHubPort,
  { path, value, version, message }: Save,
): Promise<Version | "conflict"> {
  const text = `${JSON.stringify(value, null, 1)}\n`;
  if (text.length > 512_000)
    throw new GsdError("ledger-full", `${path} would exceed 512 KB; split the backlog.`);
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    try {
      const sha = version ? { sha: version } : {};
      return (await github.writeFile({ path, branch: ledgerBranch, text, message, ...sha })).sha;
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if (code === "not-found") await createBranch(github);
      else if (!["conflict", "invalid", "unavailable"].includes(code)) throw error;
      await github.pause(100 * 2 ** attempt * (0.5 + Math.random()));
      const now = await github.readFile(path, ledgerBranch);
      if (now?.text === text) return now.sha;
      if (now?.sha !== version) return "conflict";
    }
  }
  throw new GsdError(
    "ledger-busy",
    `${path} could not be saved after ${mostTries} tries; the next event tries again.`,
  );
}

/** An orphan branch, made once; a second creator finds it there. */
async function createBranch(github: GitHubPort): Promise<void> {
  const readme =
    "# gsd ledger\n\nState and audit log of gsd: one file per track, one commit per transition. Only the bot writes here.\n";
  const tree = await github.createTree(undefined, [{ path: "README.md", mode: "100644", text: readme }]);
  const commit = await github.createCommit({
    message: "chore(gsd): start the ledger [skip ci]",
    tree,
    parents: [],
  });
  await github.createRef(`heads/${ledgerBranch}`, commit);
}
