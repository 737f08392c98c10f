import { expect, it } from "vitest";
import { anApp } from "./an-app.ts";

interface Comment {
  body: string;
}

/** A forge whose owner says something for all repositories, and what the bot says to `/plan` in one of them. */
async function planned(text: string, own = "script: 'true'\n") {
  const world = await anApp({ files: { ".github/gsd.yml": own } });
  world.forge.createRepository({ owner: "ada", name: ".github", files: { "gsd.yml": text } });
  const ada = world.as("ada");
  const { number } = await ada<{ number: number }>("POST", "/issues", { title: "CSV export" });
  await ada("POST", `/issues/${number}/comments`, { body: "/plan" });
  await world.idle();
  const said = (await ada<Comment[]>("GET", `/issues/${number}/comments`)).map(({ body }) => body).join("\n");
  const track = await world.forge.actions.readFile(world.repo, "gsd/ledger", `tracks/${number}.json`);
  return { world, said, track: track === undefined ? undefined : JSON.parse(track) };
}

it("what an owner says for all repositories counts for a track, under what its repository says", async () => {
  const common = "approvals: 2\nbudget: { day: 50, task: 7 }\n";
  const { world, track } = await planned(common, "script: 'true'\nbudget: { day: 5 }\n");
  await using _ = world;
  expect(track.config).toMatchObject({ approvals: 2, budget: { day: 5, task: 7 }, script: "true" });
});

it("what is wrong there stops nothing silently: it is told with its repository and line", async () => {
  const { world, said, track } = await planned("approvals: 2\nsandbox: 'off'\n");
  await using _ = world;
  expect(track).toBeUndefined();
  expect(said).toContain("`ada/.github/gsd.yml` on the default branch has problems");
  expect(said).toMatch(
    /- `ada\/\.github\/gsd\.yml`, line 2 \(`sandbox`\): cannot be set for all repositories/,
  );
});
