import type { Listener } from "../../web/live/create-streams.ts";
import type { RepositoryName } from "../../web/source.ts";
import type { Session, Sessions } from "../sign-in/create-sessions.ts";
import type { Access } from "./create-access.ts";

export interface ListenerParts {
  access: Access;
  sessions: Pick<Sessions, "isOpen">;
}

/** What a page hears: of one repository, or of all that are listed for its viewer. Undefined where they may not. */
export async function createListener(
  { access, sessions }: ListenerParts,
  session: Session,
  query: URLSearchParams,
): Promise<Listener | undefined> {
  const { token } = session;
  const [owner = "", name = ""] = (query.get("repository") ?? "").split("/");
  const wanted = owner && name ? { owner, name } : undefined;
  let heard = new Set<string>();
  const look = async (): Promise<boolean> => {
    if (!sessions.isOpen(session)) return false;
    if (wanted) return (await access.may(token, wanted)) !== "nothing";
    heard = new Set((await access.repositories(token)).map(keyOf));
    return true;
  };
  if (!(await look())) return undefined;
  if (wanted) heard.add(keyOf(wanted));
  return {
    session: session.id,
    seen: query.get("seen") ?? "",
    concerns: (repository) => heard.has(keyOf(repository)),
    isAllowed: look,
  };
}

function keyOf({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`.toLowerCase();
}
