import { createWorld, type World, type WorldOptions } from "../../local/create-world.ts";
import { createPerson } from "../../local/demo/person.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";

/** A world with the sample repository, closed by `await using`. */
export async function aWorld(options: Partial<WorldOptions> = {}) {
  const repository = { owner: "acme", name: "tally", files: sampleFiles() };
  const world = await createWorld({ mode: "action", repository, allowMissingSandbox: true, ...options });
  return {
    ...world,
    maintainer: createPerson(world, "maintainer"),
    writer: createPerson(world, "writer"),
    triager: createPerson(world, "triager"),
    visitor: createPerson(world, "visitor"),
    [Symbol.asyncDispose]: world.close,
  };
}

/** What the ledger says about an issue's track. */
export async function readTrack(world: World, issue: number) {
  const read = (folder: string) =>
    world.forge.actions.readFile(world.repo, "gsd/ledger", `${folder}/${issue}.json`);
  const text = (await read("tracks")) ?? (await read("done"));
  return JSON.parse(text ?? "null");
}
