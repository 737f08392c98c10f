import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Answer, Question } from "../../core/ports/github/look.ts";
import {
  type RawCommit,
  type RawFolder,
  type RawGraphPull,
  type RawHead,
  type RawIssueState,
  type RawNewestPulls,
  type RawNumbers,
  type RawRefs,
  toCommit,
  toFolder,
  toHeadState,
  toIssueState,
  toNames,
  toNumbers,
  toOwnPulls,
  toPull,
} from "./graph-values.ts";
import { joinQuestions } from "./join-questions.ts";
import { formatQuery, sharedAlias } from "./look-query.ts";
import { type Connection, type GraphError, graphErrors, read } from "./request.ts";
import { type RawSettings, toSettings } from "./seen-settings.ts";
import { type RawText, toSeenText } from "./seen-text.ts";
import { type RawFile, toFile } from "./to-file.ts";

type RawRepository = { id: string; defaultBranchRef: { name: string } | null } & Record<string, unknown>;

const nothing: Question = {
  files: [],
  folders: [],
  commits: [],
  pulls: [],
  heads: [],
  issues: [],
  texts: [],
  labels: [],
  refs: [],
  newestPulls: false,
  settings: false,
  shared: false,
};

/** Many reads in one request: GraphQL counts it once, however much it asks for. */
export function createLook(connection: Connection, readBlob: (sha: Sha) => Promise<string>) {
  const look = joinQuestions((question) => lookOnce(connection, question, readBlob));
  return { look: (wanted: Partial<Question>): Promise<Answer> => look({ ...nothing, ...wanted }) };
}

async function lookOnce(
  connection: Connection,
  question: Question,
  readBlob: (sha: Sha) => Promise<string>,
): Promise<Answer> {
  const { repository: raw, shared } =
    (await read(connection, async () => ({ data: await ask(connection, question) }))) ?? {};
  if (!raw) throw unreadable(connection);
  connection.node.id = raw.id;
  const { files, folders, commits, pulls, heads, issues, texts, labels, refs } = question;
  return {
    defaultBranch: raw.defaultBranchRef?.name ?? "",
    files: await Promise.all(files.map((_, at) => toFile(raw[`file${at}`] as RawFile | null, readBlob))),
    folders: folders.map((_, at) => toFolder(raw[`folder${at}`] as RawFolder | null)),
    commits: commits.map((_, at) => toCommit(raw[`commit${at}`] as RawCommit | null)),
    pulls: pulls.map((_, at) => toPull(raw[`pull${at}`] as RawGraphPull | null)),
    heads: heads.map((_, at) => toHeadState(raw[`head${at}`] as RawHead | null)),
    issues: issues.map((_, at) => toIssueState(raw[`issue${at}`] as RawIssueState | null)),
    texts: texts.map((_, at) => toSeenText(raw[`text${at}`] as RawText | null)),
    labeled: labels.map((_, at) => toNumbers(raw[`labeled${at}`] as RawNumbers | null)),
    refs: refs.map((_, at) => toNames(raw[`refs${at}`] as RawRefs | null)),
    newestPulls: toOwnPulls(raw["newestPulls"] as RawNewestPulls | undefined),
    shared: await toShared(shared),
    settings: question.settings ? toSettings(raw as unknown as RawSettings) : undefined,
  };
}

interface RawAnswer {
  repository: RawRepository | null;
  shared?: RawShared | null;
}

interface RawShared {
  object: RawFile | null;
}

/** What is absent comes as null, pull requests with an error beside it: then the rest of the answer is still good. */
async function ask({ client, owner, repo }: Connection, question: Question): Promise<RawAnswer> {
  const { query, variables } = formatQuery(question);
  try {
    return await client.graphql<RawAnswer>(query, { owner, name: repo, ...variables });
  } catch (error) {
    if (!graphErrors(error)?.every(isAbsence)) throw error;
    return (error as { data: RawAnswer }).data;
  }
}

/** Another repository of the owner may be missing, or none of this token's business; neither says anything about this one. */
function isAbsence({ type, path = [] }: GraphError): boolean {
  if (path[0] === sharedAlias) return type === "NOT_FOUND" || type === "FORBIDDEN";
  return type === "NOT_FOUND" && path.length > 1;
}

/** What GraphQL cuts off is far longer than any configuration may be, and is not asked for again. */
function toShared(raw: RawShared | null | undefined): Promise<FileAtRef | undefined> {
  const file = raw?.object ?? null;
  if (!file?.file?.object?.isTruncated) return toFile(file, async () => "");
  return Promise.resolve({ text: "", sha: file.file.oid, odd: "is longer than 64 KiB" });
}

function unreadable({ owner, repo }: Connection): GsdError {
  return new GsdError(
    "not-found",
    `The repository ${owner}/${repo} cannot be read with this token. Give the token access to it.`,
  );
}
