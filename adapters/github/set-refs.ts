import { GsdError } from "../../core/gsd-error.ts";
import type { RefPlace } from "../../core/ports/github/git.ts";
import { type Connection, graphErrors, read, write } from "./request.ts";

const mutation = `mutation ($input: UpdateRefsInput!) {
  updateRefs(input: $input) { clientMutationId }
}`;

/** What GitHub takes for: there is no such ref. */
export const none = "0".repeat(40);

type RawRefs = { id: string } & Record<string, { target: { oid: string } | null } | null>;

interface RefUpdate {
  name: string;
  beforeOid: string;
  afterOid: string;
  force: boolean;
}

/** Many refs in two requests, one to see where they are and one to change those that are elsewhere. REST takes one a ref. */
export function createSetRefs(connection: Connection) {
  const { client, owner, repo } = connection;
  return {
    async setRefs(places: RefPlace[]): Promise<"set" | "refused"> {
      if (places.length === 0) return "set";
      const { query, variables } = formatQuery(places);
      const found = await read(connection, async () => {
        const asked = { owner, name: repo, ...variables };
        const { repository } = await client.graphql<{ repository: RawRefs }>(query, asked);
        return { data: repository };
      });
      if (!found) throw new GsdError("not-found", `The repository ${owner}/${repo} cannot be read.`);
      const refUpdates = places.flatMap((place, at) => updateOf(place, found[`ref${at}`]?.target?.oid));
      if (refUpdates.length === 0) return "set";
      return update(connection, { repositoryId: found.id, refUpdates });
    },
  };
}

async function update(
  connection: Connection,
  input: { repositoryId: string; refUpdates: RefUpdate[] },
): Promise<"set" | "refused"> {
  try {
    await write(connection, async () => ({ data: await connection.client.graphql(mutation, { input }) }));
    return "set";
  } catch (error) {
    const isRefusal = error instanceof GsdError && graphErrors(error.cause) && error.code !== "rate-limited";
    if (isRefusal) return "refused";
    throw error;
  }
}

function formatQuery(places: RefPlace[]): { query: string; variables: Record<string, string> } {
  const names = places.map((_, at) => `ref${at}`);
  const declared = ["$owner: String!", "$name: String!", ...names.map((name) => `$${name}: String!`)];
  const fields = names.map((name) => `${name}: ref(qualifiedName: $${name}) { target { oid } }`);
  const query = `query (${declared.join(", ")}) {
  repository(owner: $owner, name: $name) {
  id
  ${fields.join("\n  ")}
  }
}`;
  return { query, variables: Object.fromEntries(places.map(({ name }, at) => [`ref${at}`, `refs/${name}`])) };
}

/** Only from where we saw it: what somebody moves meanwhile is refused, not overwritten. */
function updateOf({ name, sha }: RefPlace, now = none): RefUpdate[] {
  const afterOid = sha ?? none;
  if (now === afterOid) return [];
  return [{ name: `refs/${name}`, beforeOid: now, afterOid, force: true }];
}
