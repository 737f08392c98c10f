import { expect, it } from "vitest";
import { aTask, aTrack } from "../../builders/a-track.ts";
import { ask } from "../../builders/ask.ts";
import { commented } from "../../builders/triggers.ts";

it("counts all that an issue has cost when its planning starts over", () => {
  const usage = { input: 9_000, output: 700 };
  const over = aTrack({ phase: "failed", usd: 3.5, extraUsd: 5, usage, tasks: { T01: aTask({ usd: 2 }) } });
  const issue = { title: "CSV export", textSha256: "0".repeat(64), open: true, labels: [] };
  const fresh = ask(over, commented("/plan"), { issue });
  expect(fresh).toMatchObject({ phase: "planning", usd: 3.5, extraUsd: 5, usage, tasks: {} });
});
