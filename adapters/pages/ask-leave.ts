import type { RepositoryName } from "../../web/source.ts";
import { createClient } from "../github/create-client.ts";
import { createGitHub } from "../github/create-github.ts";
import { toGsdError } from "../github/request.ts";

/** What someone may do in a repository, by GitHub's word. */
export type Leave = "nothing" | "read" | "command";

/** Whose word is asked for. */
export interface Asking {
  apiUrl: string;
  token: string;
}

const patienceMs = 10_000;

/** Asks GitHub what the holder of a token may do. Of what they may not read it says that there is nothing. */
export async function askLeave({ apiUrl, token }: Asking, { owner, name }: RepositoryName): Promise<Leave> {
  try {
    const { rest } = createClient({ token, baseUrl: apiUrl, requestMs: patienceMs });
    const { data } = await rest.repos.get({ owner, repo: name });
    // A repository that moved is another address: what was asked for is not there.
    if (data.full_name.toLowerCase() !== `${owner}/${name}`.toLowerCase()) return "nothing";
    return data.permissions?.push && !data.archived ? "command" : "read";
  } catch (error) {
    const failure = toGsdError(error);
    if (failure.code === "not-found" || failure.code === "forbidden") return "nothing";
    throw failure;
  }
}

/** A person waits, and writes one comment. */
const pace = { betweenWritesMs: 0, backoffMs: 300, limitMs: 60_000 };

/** Writes a comment as the holder of a token; returns its id. */
export async function commentAs(
  { apiUrl, token }: Asking,
  { owner, name: repo }: RepositoryName,
  { thread, body }: { thread: number; body: string },
): Promise<number> {
  const client = createClient({ token, baseUrl: apiUrl, requestMs: patienceMs });
  return (await createGitHub({ client, owner, repo, pace }).createComment(thread, body)).id;
}
