import type { RequestInfo } from "../../local/forge/faults.ts";
import { type Telling, type Trouble, tellStory } from "./story.ts";

export type When = "before" | "after";

/** The world that the story ends in when nothing goes wrong, and how many requests gsd makes for it. */
export async function tellCalmly(
  telling: Pick<Telling, "steps"> = {},
): Promise<{ calm: string; requests: number }> {
  let count = () => 0;
  const never = { k: Number.POSITIVE_INFINITY, when: "before", kill() {} } as const;
  const trouble: Trouble = {
    arrange: ({ forge }) => {
      ({ count } = forge.faults.killAt({ ...never, tokenKind: "workflow" }));
    },
    tick: "never",
  };
  const calm = await tellStory({ ...telling, crowd: "first", trouble });
  return { calm, requests: count() };
}

/** The process that makes the k-th request dies, before it is applied or after; then comes one tick. */
export function crashAt(k: number, when: When): Trouble & { where(): string } {
  let struck: RequestInfo | undefined;
  return {
    arrange: ({ forge, mortals }) => {
      const kill = (info: RequestInfo) => {
        struck = info;
        mortals.kill(info.token);
      };
      forge.faults.killAt({ k, when, tokenKind: "workflow", kill });
    },
    tick: () => struck !== undefined,
    where: () => `killed ${when} request ${k}: ${struck?.method} ${struck?.path}`,
  };
}
