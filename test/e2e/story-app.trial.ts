import { it } from "vitest";
import { checkStory } from "./check-story.ts";

it("the whole story, with the App: an issue becomes merged work and one task is taken back, within GitHub's own contract", async () => {
  await checkStory("app");
}, 300_000);
