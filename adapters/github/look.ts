import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
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
import { formatQuery } from "./look-query.ts";
import { type Connection, graphErrors, read } from "./request.ts";
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
  const raw = await read(connection, async () => ({ data: await ask(connection, question) }));
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
    settings: question.settings ? toSettings(raw as unknown as RawSettings) : undefined,
  };
}

/** What is absent comes as null, pull requests with an error beside it: then the rest of the answer is still good. */
async function ask({ client, owner, repo }: Connection, question: Question): Promise<RawRepository | null> {
  const { query, variables } = formatQuery(question);
  try {
    const answer = await client.graphql<{ repository: RawRepository }>(query, {
      owner,
      name: repo,
      ...variables,
    });
    return answer.repository;
  } catch (error) {
    const absent = graphErrors(error)?.every(
      ({ type, path = [] }) => type === "NOT_FOUND" && path.length > 1,
    );
    if (!absent) throw error;
    return (error as { data: { repository: RawRepository | null } }).data.repository;
  }
}

function unreadable({ owner, repo }: Connection): GsdError {
  return new GsdError(
    "not-found",
    `The repository ${owner}/${repo} cannot be read with this token. Give the token access to it.`,
  );
}
