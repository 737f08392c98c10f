import { findUser, type World } from "../state/world.ts";
import { allowApp, denyApp, isAllowed } from "./allow-app.ts";
import { readAuthorizeRequest } from "./read-request.ts";

/** What the page needs on which people allow an App to act for them. */
export interface Authorization {
  /** What the App is called that asks; refused where no App of ours asks so. */
  nameOf(query: URLSearchParams): string;
  /** Where someone is sent who allowed it before. */
  goOn(login: string, query: URLSearchParams): string | undefined;
  /** Where someone is sent who has answered. */
  answer(login: string, query: URLSearchParams, answer: "allow" | "deny"): string;
}

export function createAuthorization(world: World): Authorization {
  const userNamed = (login: string) => {
    const user = findUser(world, login);
    if (!user) throw new Error(`The forge has no user ${login}.`);
    return user;
  };
  return {
    nameOf: (query) => readAuthorizeRequest(world, query).app.name,
    goOn(login, query) {
      const request = readAuthorizeRequest(world, query);
      const user = userNamed(login);
      return isAllowed(world, user, request) ? allowApp(world, user, request) : undefined;
    },
    answer(login, query, answer) {
      const request = readAuthorizeRequest(world, query);
      return answer === "allow" ? allowApp(world, userNamed(login), request) : denyApp(request);
    },
  };
}
