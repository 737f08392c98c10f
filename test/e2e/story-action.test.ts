import { it } from "vitest";
import { checkStory } from "./check-story.ts";

it("the whole story, Action only: an issue becomes merged work and one task is taken back, within GitHub's own contract", async () => {
  await checkStory("action");
}, 300_000);
