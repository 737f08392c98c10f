import type { Instant } from "../../model/ids.ts";

export interface Author {
  id: number;
  login: string;
  bot: boolean;
}

/** An edit of a text; who made it is not always known. */
export interface Edit {
  at: Instant;
  by: Author | undefined;
}
