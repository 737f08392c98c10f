import { createRandom } from "../../local/forge/disturbance.ts";
import type { Stage } from "./in-process.ts";
import { type Trouble, tellStory } from "./story.ts";

/** How many events start a run of the stub in the story, and how many webhooks the App gets. */
export async function countDeliveries(mode: "action" | "app"): Promise<number> {
  let count = () => 0;
  const trouble: Trouble = {
    arrange: ({ feed, forge }) => {
      count = () => (mode === "action" ? feed.log.length : forge.deliveries.log.length);
    },
    tick: "never",
  };
  await tellStory({ mode, crowd: "always", trouble });
  return count();
}

/** Every event and every webhook comes twice. */
export const doubled: Trouble = {
  arrange: ({ forge }) => {
    forge.workflowEvents.disturb({ duplicate: true, window: 1 });
    forge.deliveries.disturb({ duplicate: true, window: 1 });
  },
  tick: "never",
};

/** Events come in another order within a window, and old ones come again between the steps. */
export function shuffled(seed: number): Trouble {
  const random = createRandom(seed);
  return {
    arrange: ({ forge }) => {
      forge.workflowEvents.disturb({ seed, window: 4, ms: 30 });
      forge.deliveries.disturb({ seed, window: 4, ms: 30 });
    },
    meanwhile: (stage) => {
      for (let times = 0; times < 2; times += 1) sendOldOne(stage, random());
    },
    tick: "never",
  };
}

function sendOldOne({ feed, forge }: Stage, at: number): void {
  const event = feed.log[Math.floor(at * feed.log.length)];
  if (event) feed.again(event);
  const delivery = forge.deliveries.log[Math.floor(at * forge.deliveries.log.length)];
  if (delivery) forge.deliveries.redeliver(delivery.guid);
}

/** One event never comes; the tick finds what it was about when the story is stuck, or at the end. */
export function lostEvent(index: number): Trouble {
  return { arrange: ({ feed }) => feed.lose(index), tick: "when stuck" };
}

export function lostWebhook(index: number): Trouble {
  return {
    arrange: ({ forge }) => forge.deliveries.disturb({ drop: index, window: 1 }),
    tick: "when stuck",
  };
}
