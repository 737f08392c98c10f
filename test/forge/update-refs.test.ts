import { describe, expect, it } from "vitest";
import { mustRepo } from "../../local/forge/state/world.ts";
import { aForge, commitFile, SHOP, shop } from "./a-forge.ts";

const zeros = "0".repeat(40);
const mutation = `mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;

type Forge = Awaited<ReturnType<typeof aForge>>;
type Client = ReturnType<Forge["as"]>;

interface Update {
  name: string;
  beforeOid?: string;
  afterOid: string;
  force?: boolean;
}

/** Null when it went through, else the type of the refusal. */
async function updateRefs(octokit: Client, refUpdates: Update[]): Promise<string | null> {
  const at = `repository(owner: "${SHOP.owner}", name: "${SHOP.repo}")`;
  const { repository } = await octokit.graphql<{ repository: { id: string } }>(`{ ${at} { id } }`);
  return octokit.graphql(mutation, { input: { repositoryId: repository.id, refUpdates } }).then(
    () => null,
    (error: { errors: { type: string }[] }) => error.errors[0]?.type ?? "unknown",
  );
}

const refsOf = (forge: Forge) => mustRepo(forge.world, shop).git.refs;

describe("updateRefs", () => {
  it("makes, moves and removes refs in one write", async () => {
    await using forge = await aForge();
    const old = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "b\n");
    await commitFile(forge.as("ada"), "gone", "a.txt", "a\n");
    const bot = forge.asWorkflow({ contents: "write" });
    await bot.rest.git.createRef({ ...SHOP, ref: "refs/tags/v1", sha: head });
    const before = forge.stats().writes;
    const refused = await updateRefs(bot, [
      { name: "refs/tags/v2", beforeOid: zeros, afterOid: head },
      { name: "refs/tags/v1", beforeOid: head, afterOid: old, force: true },
      { name: "refs/heads/gone", afterOid: zeros },
    ]);
    expect(refused).toBeNull();
    expect(forge.stats().writes - before).toBe(1);
    const refs = refsOf(forge);
    expect([refs.get("refs/tags/v2"), refs.get("refs/tags/v1")]).toEqual([head, old]);
    expect(refs.has("refs/heads/gone")).toBe(false);
  });

  it("changes nothing when one of them is refused", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const old = await commitFile(ada, "topic", "a.txt", "a\n");
    const head = await commitFile(ada, "topic", "a.txt", "b\n");
    const before = [...refsOf(forge)];
    const refusals: Update[] = [
      { name: "refs/heads/topic", beforeOid: old, afterOid: zeros },
      { name: "refs/heads/topic", beforeOid: head, afterOid: old },
      { name: "refs/heads/main", afterOid: zeros },
      { name: "refs/heads/none", afterOid: zeros },
      { name: "refs/heads/topic/below", afterOid: head },
      { name: "refs/tags/v2", afterOid: "1".repeat(40) },
      { name: "topic", afterOid: head },
    ];
    for (const refusal of refusals) {
      const tag = { name: "refs/tags/v1", beforeOid: zeros, afterOid: head };
      expect(await updateRefs(ada, [tag, refusal])).toBe("UNPROCESSABLE");
      expect([...refsOf(forge)]).toEqual(before);
    }
  });

  it("keeps protected branches, and is for those who may write contents", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const tag = { name: "refs/tags/v1", afterOid: head };
    expect(await updateRefs(forge.asWorkflow({ contents: "read" }), [tag])).toBe("FORBIDDEN");
    mustRepo(forge.world, shop).settings.protectDefaultBranch = true;
    const push = { name: "refs/heads/main", afterOid: head };
    expect(await updateRefs(forge.as("ada"), [tag, push])).toBe("UNPROCESSABLE");
    expect(refsOf(forge).has("refs/tags/v1")).toBe(false);
  });

  it("is a push of each ref, which closes the pull requests of a branch that is gone", async () => {
    await using forge = await aForge();
    const heard: unknown[] = [];
    const ada = forge.as("ada");
    const head = await commitFile(ada, "topic", "a.txt", "a\n");
    const { data: pull } = await ada.rest.pulls.create({ ...SHOP, head: "topic", base: "main", title: "x" });
    forge.actions.onEvent((event) => {
      if (event.name === "push") heard.push(event.ref);
    });
    await updateRefs(ada, [
      { name: "refs/tags/v1", afterOid: head },
      { name: "refs/heads/topic", afterOid: zeros },
    ]);
    await expect.poll(() => heard).toContain("refs/tags/v1");
    const { data: now } = await ada.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect(now.state).toBe("closed");
  });
});
