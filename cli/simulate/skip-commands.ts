import { parseDocument } from "yaml";
import { checkNames } from "../../core/model/config/commands.ts";
import type { World } from "../../local/create-world.ts";
import { createPerson } from "../../local/demo/person.ts";

const path = ".github/gsd.yml";

/** Takes the repository's own commands out of the copy's configuration: without a sandbox nothing of a repository is run. */
export async function skipCommands(world: World): Promise<void> {
  const [owner = "", repo = ""] = world.repo.split("/");
  const branch = world.forge.actions.defaultBranch(world.repo);
  const text = (await world.forge.actions.readFile(world.repo, branch, path)) ?? "";
  const { octokit } = createPerson(world, "maintainer");
  const sha = await octokit.rest.repos.getContent({ owner, repo, path }).then(
    ({ data }) => (Array.isArray(data) ? undefined : data.sha),
    () => undefined,
  );
  await octokit.rest.repos.createOrUpdateFileContents({
    owner,
    repo,
    path,
    message: "Without the commands, for a rehearsal without a sandbox",
    content: Buffer.from(withoutCommands(text)).toString("base64"),
    ...(sha === undefined ? {} : { sha }),
  });
}

/** The same configuration with every command and the setup off. */
export function withoutCommands(text: string): string {
  const document = parseDocument(text.trim() === "" ? "{}" : text);
  for (const name of checkNames) document.setIn(["commands", name], false);
  document.setIn(["setup", "command"], false);
  return String(document);
}
