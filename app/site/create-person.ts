import { commentAs } from "../../adapters/pages/ask-leave.ts";
import { createSource } from "../../adapters/pages/create-source.ts";
import type { Account } from "../../web/page.ts";
import type { Source } from "../../web/source.ts";
import { formField, type Viewer } from "../../web/viewer.ts";
import { renderSignOut } from "../../web/views/sign-in.ts";
import type { Session, Sessions } from "../sign-in/create-sessions.ts";
import type { Access } from "./create-access.ts";

/** What the pages are made with for someone who signed in: all of it by their own token. */
export interface Person {
  source: Source;
  account: Account;
  viewer: Viewer;
}

export interface PersonParts {
  apiUrl: string;
  /** Where the release tree is: its recipes. */
  root: string;
  access: Access;
  sessions: Pick<Sessions, "formToken">;
}

/** `freshness`: before something is done for them, GitHub is asked anew. */
export function createPerson(
  { apiUrl, root, access, sessions }: PersonParts,
  session: Session,
  freshness: "known" | "new",
): Person {
  const { token, login } = session;
  const formToken = sessions.formToken(session);
  const repositories = () => access.repositories(token);
  const source = createSource({ apiUrl, root, token, repositories });
  return {
    source: {
      repositories,
      open: async (name) =>
        (await access.may(token, name, freshness)) === "nothing" ? undefined : source.open(name),
    },
    account: { login, menu: renderSignOut({ name: formField, value: formToken }) },
    viewer: {
      formToken,
      mayCommand: async (name) => (await access.may(token, name)) === "command",
      comment: (name, thread, body) => commentAs({ apiUrl, token }, name, { thread, body }),
    },
  };
}
