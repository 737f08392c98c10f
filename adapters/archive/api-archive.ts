import { ledgerBranch } from "../../core/codec/branches.ts";
import { marker } from "../../core/codec/markers.ts";
import { configFile, sharedConfig } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Archive, BotObject, Standpoint } from "../../core/ports/archive.ts";
import type { Author } from "../../core/ports/github/people.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { createClient } from "../github/create-client.ts";
import { createGitHub } from "../github/create-github.ts";
import { createLookBack, type LookBack } from "../github/look-back.ts";
import { openConnection } from "../github/open-connection.ts";
import { rememberAnswers } from "../github/remember-answers.ts";
import { readFiles } from "../ledger/read-files.ts";
import { isOwnBranch, ownBranches, ownTags } from "./own-names.ts";
import { type PastBlob, type PastChange, type PastCommit, readRevisions } from "./read-revisions.ts";

/** A person waits, and nothing is written. */
const pace = { betweenWritesMs: 0, backoffMs: 300, limitMs: 60_000 };
/** Folders and files of one request: as much as GitHub's GraphQL answers without complaint. */
const atOnce = 40;

interface Source {
  github: GitHubPort;
  past: LookBack;
}

/** Whose ledger is read, and with which token. */
export interface ApiSource {
  apiUrl: string;
  token: string;
  owner: string;
  repo: string;
}

/** The ledger through GitHub's API. */
export async function createApiArchive({ apiUrl: baseUrl, token, owner, repo }: ApiSource): Promise<Archive> {
  // Whoever watches asks again and again: what has not changed does not count toward GitHub's limit.
  const fetch = rememberAnswers({ maxAnswers: 100, maxBytes: 4 * 1024 * 1024 });
  const client = createClient({ token, baseUrl, requestMs: 30_000, fetch });
  const connection = { client, owner, repo, pace };
  const github = createGitHub(connection);
  // A person waits: a limit is told at once.
  const past = createLookBack(openConnection(connection));
  const { defaultBranch } = await github.repository();
  const repository = { github, past, owner, name: `${owner}/${repo}`, defaultBranch };
  return readAt(repository, await findNewest(past, repository.name));
}

interface Repository extends Source {
  owner: string;
  /** `owner/name`. */
  name: string;
  defaultBranch: string;
}

/** The ledger as one commit has it. */
function readAt(repository: Repository, newest: Standpoint & { author: string }): Archive {
  const { github, past, owner, name, defaultBranch } = repository;
  const reading = newest.commit;
  const archive: Archive = {
    where: name,
    seesThreads: true,
    newest: async () => ({ commit: reading, at: newest.at }),
    async again() {
      const now = await findNewest(past, name);
      return now.commit === reading ? archive : readAt(repository, now);
    },
    async list(path) {
      const { folders } = await github.look({ folders: [{ path, ref: reading }] });
      return (folders[0]?.entries ?? []).filter(({ folder }) => !folder).map(({ name }) => name);
    },
    read: async (paths) => (await readFiles(github, paths, reading)).files.map((file) => file?.text),
    revisions: () =>
      readRevisions({
        commits: () => listCommits({ github, past }),
        texts: (blobs) => readTexts(github, blobs),
      }),
    objects: () => listObjects({ github, past }, newest.author),
    async settings() {
      const { files, shared } = await github.look({
        files: [{ path: configFile, ref: defaultBranch }],
        shared: true,
      });
      return { own: files[0]?.text, shared: { name: sharedConfig.name(owner), text: shared?.text } };
    },
  };
  return archive;
}

async function findNewest(past: LookBack, repository: string): Promise<Standpoint & { author: string }> {
  const newest = await past.newestOf(ledgerBranch);
  if (newest) return { commit: newest.sha, at: newest.at, author: newest.author };
  throw new GsdError(
    "ledger-gone",
    `${repository} has no branch ${ledgerBranch}: gsd has not planned anything there yet. Label an issue gsd:plan. If it had, docs/ledger.md says how to bring the branch back`,
  );
}

/** Which files each commit changed: by comparing the folders of one with those of the last. */
async function listCommits({ github, past }: Source): Promise<PastCommit[]> {
  const commits = (await past.commitsOf(ledgerBranch)).toReversed();
  const known = new Map<string, Sha>();
  const found: PastCommit[] = [];
  for (let start = 0; start < commits.length; start += atOnce / 2) {
    const some = commits.slice(start, start + atOnce / 2);
    const places = some.flatMap(({ sha: ref }) => ["tracks", "done"].map((path) => ({ path, ref })));
    const { folders } = await github.look({ folders: places });
    for (const [at, { sha: commit, ...rest }] of some.entries()) {
      const files = new Map(
        folders
          .slice(2 * at, 2 * at + 2)
          .flatMap((folder, which) =>
            (folder?.entries ?? []).map(
              ({ name, sha }) => [`${which ? "done" : "tracks"}/${name}`, sha] as const,
            ),
          ),
      );
      found.push({ commit, ...rest, changes: replaceAll(known, files) });
    }
  }
  return found;
}

/** What is different now; `known` is brought up to it. */
function replaceAll(known: Map<string, Sha>, files: ReadonlyMap<string, Sha>): PastChange[] {
  const gone = [...known.keys()].filter((path) => !files.has(path));
  const changed = [...files].filter(([path, sha]) => known.get(path) !== sha);
  for (const path of gone) known.delete(path);
  for (const [path, sha] of changed) known.set(path, sha);
  return [
    ...gone.map((path) => ({ path, after: undefined })),
    ...changed.map(([path, after]) => ({ path, after })),
  ];
}

async function readTexts(github: GitHubPort, blobs: PastBlob[]): Promise<string[]> {
  const texts: string[] = [];
  for (let start = 0; start < blobs.length; start += atOnce) {
    const some = blobs.slice(start, start + atOnce);
    const { files } = await github.look({ files: some.map(({ path, commit: ref }) => ({ path, ref })) });
    texts.push(...files.map((file) => file?.text ?? ""));
  }
  return texts;
}

async function listObjects({ github, past }: Source, bot: string): Promise<BotObject[]> {
  const branches = await Promise.all(ownBranches.map((start) => past.refs(`heads/${start}`)));
  const tags = await past.refs(`tags/${ownTags}`);
  const pulls = await past.pulls();
  const comments = await github.commentsSince(new Date(0).toISOString());
  return [
    ...branches.flat().map((name) => ({ type: "branch" as const, name: name.slice("heads/".length) })),
    ...tags.map((name) => ({ type: "tag" as const, name: name.slice("tags/".length) })),
    ...pulls
      .filter(
        ({ author, own, branch, body }) =>
          isOurs(author, { bot, body }) || (author.bot && own && isOwnBranch(branch)),
      )
      .map(({ number, branch }) => ({ type: "pull" as const, number, branch })),
    ...comments
      .filter(({ author, body }) => isOurs(author, { bot, body }))
      .map(({ id, thread, body }) => ({ type: "comment" as const, id, thread, ...markOf(body) })),
  ];
}

/** The workflows' account belongs to every workflow: of what it writes, only what has our mark is ours. */
function isOurs({ login, bot: isBot }: Author, { bot, body }: { bot: string; body: string }): boolean {
  if (!isBot) return false;
  return (login === bot && bot !== "github-actions[bot]") || marker.parse(body) !== undefined;
}

function markOf(body: string): { kind: string | undefined; key: string | undefined } {
  const mark = marker.parse(body);
  return { kind: mark?.kind, key: mark?.key };
}
