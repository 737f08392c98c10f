import type { Ports } from "../ports.ts";
import { issuesIn } from "./tracks.ts";

/** Whether an issue's track is over: asked for all issues at once, and only when somebody wants to know. */
export function createDone({ ledger }: Pick<Ports, "ledger">): (issue: number) => Promise<boolean> {
  let done: Promise<number[]> | undefined;
  return async (issue) => {
    done ??= issuesIn(ledger, "done");
    return (await done).includes(issue);
  };
}
