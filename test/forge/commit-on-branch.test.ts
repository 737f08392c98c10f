import { describe, expect, it } from "vitest";
import { mustRepo } from "../../local/forge/state/world.ts";
import { aClone, aForge, client, commitFile, shop, workflowToken } from "./a-forge.ts";

type Client = ReturnType<typeof client>;

const MUTATION = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid message tree { oid } } ref { name } }
}`;

interface Change {
  branch?: string;
  head: string;
  additions?: Record<string, string>;
  deletions?: string[];
}

async function commit(octokit: Client, { branch = "topic", head, additions = {}, deletions = [] }: Change) {
  const input = {
    branch: { repositoryNameWithOwner: shop, branchName: branch },
    message: { headline: "two files at once", body: "Because." },
    expectedHeadOid: head,
    fileChanges: {
      additions: Object.entries(additions).map(([path, text]) => ({
        path,
        contents: Buffer.from(text).toString("base64"),
      })),
      deletions: deletions.map((path) => ({ path })),
    },
  };
  const answer = await octokit.graphql<{
    createCommitOnBranch: { commit: { oid: string; message: string } };
  }>(MUTATION, { input });
  return answer.createCommitOnBranch.commit;
}

async function failure(request: Promise<unknown>): Promise<{ type: string; message: string; data: unknown }> {
  const error = await request.then(
    () => undefined,
    (reason: { errors: { type: string; message: string }[]; data: unknown }) => reason,
  );
  const first = error?.errors[0];
  if (!first) throw new Error("expected a refusal");
  return { type: first.type, message: first.message, data: error?.data };
}

describe("createCommitOnBranch", () => {
  it("adds, changes and deletes files in one commit of the token's actor", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("bob"), "topic", "old.txt", "old\n");
    const bot = forge.asWorkflow({ contents: "write" });
    const made = await commit(bot, {
      head,
      additions: { "a/b/new.txt": "new ä\n", "src/cart.ts": "four\n" },
      deletions: ["old.txt"],
    });
    using clone = await aClone(forge, forge.createUserToken("bob"), { branch: "topic" });
    expect(await clone.git("rev-parse", "HEAD")).toBe(made.oid);
    expect(await clone.git("show", "--name-status", "--format=%an|%P|%B", "HEAD")).toBe(
      `github-actions[bot]|${head}|two files at once\n\nBecause.\n\nA\ta/b/new.txt\nD\told.txt\nM\tsrc/cart.ts`,
    );
    expect(await clone.git("show", "HEAD:a/b/new.txt")).toBe("new ä");
  });

  it("keeps the mode of a file that was there, and makes new ones ordinary", async () => {
    await using forge = await aForge();
    const token = forge.createUserToken("bob");
    using clone = await aClone(forge, token);
    await clone.git("checkout", "-q", "-b", "topic");
    await clone.git("update-index", "--chmod=+x", "src/cart.ts");
    await clone.git("commit", "-q", "-m", "executable");
    await clone.git("push", "-q", "origin", "topic");
    const head = await clone.git("rev-parse", "HEAD");
    await commit(client(forge, token), { head, additions: { "src/cart.ts": "x\n", "new.sh": "y\n" } });
    await clone.git("fetch", "-q", "origin", "topic");
    expect(
      await clone.git("ls-tree", "--format=%(objectmode) %(path)", "FETCH_HEAD", "src/cart.ts", "new.sh"),
    ).toBe("100644 new.sh\n100755 src/cart.ts");
  });

  it("commits without a change when there is none", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const head = await commitFile(ada, "topic", "a.txt", "a\n");
    const { oid } = await commit(ada, { head });
    const { git } = mustRepo(forge.world, shop);
    expect(oid).not.toBe(head);
    expect(git.refs.get("refs/heads/topic")).toBe(oid);
  });

  it("says STALE_DATA, and changes nothing, when the branch has moved", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const old = await commitFile(ada, "topic", "a.txt", "a\n");
    const head = await commitFile(ada, "topic", "a.txt", "b\n");
    const refused = await failure(commit(ada, { head: old, additions: { "c.txt": "c" } }));
    expect(refused).toEqual({
      type: "STALE_DATA",
      message: `Expected branch to point to "${old}" but it did not.  Pull and try again.`,
      data: { createCommitOnBranch: null },
    });
    expect(mustRepo(forge.world, shop).git.refs.get("refs/heads/topic")).toBe(head);
  });

  it("lets one of many writers at the same head win", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const tries = Array.from({ length: 8 }, (_, index) =>
      commit(forge.as("bob"), { head, additions: { [`${index}.txt`]: "x" } }).then(
        () => "made",
        (error: { errors: { type: string }[] }) => error.errors[0]?.type,
      ),
    );
    expect((await Promise.all(tries)).sort()).toEqual([...Array(7).fill("STALE_DATA"), "made"]);
  });

  it("does not find a branch or a repository that is not there", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    expect((await failure(commit(forge.as("ada"), { branch: "none", head }))).type).toBe("NOT_FOUND");
  });

  it("refuses who may not write contents, and workflow files without their permission", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const tries = [
      commit(forge.as("tom"), { head }),
      commit(forge.asWorkflow({ contents: "read" }), { head }),
      commit(forge.asWorkflow({ contents: "write" }), {
        head,
        additions: { ".github/workflows/x.yml": "on: push" },
      }),
    ];
    for (const request of tries) expect((await failure(request)).type).toBe("FORBIDDEN");
  });

  it("refuses to delete what is not there, and paths that git would not check out", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const head = await commitFile(ada, "topic", "a.txt", "a\n");
    for (const change of [{ deletions: ["none.txt"] }, { additions: { "../a": "x" } }])
      expect((await failure(commit(ada, { head, ...change }))).type).toBe("UNPROCESSABLE");
  });

  it("sends a push event like any other change of a branch", async () => {
    await using forge = await aForge();
    const heard: unknown[] = [];
    forge.actions.onEvent((event) => {
      if (event.name === "push") heard.push(event.ref);
    });
    const ada = forge.as("ada");
    const head = await commitFile(ada, "topic", "a.txt", "a\n");
    heard.length = 0;
    await commit(ada, { head, additions: { "b.txt": "b" } });
    await expect.poll(() => heard).toEqual(["refs/heads/topic"]);
  });

  it("counts as a write, for statistics and for faults; a query does not", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const token = workflowToken(forge, { contents: "write" });
    const bot = client(forge, token);
    const before = forge.stats().writes;
    forge.faults.failAt({ token, writesOnly: true, k: 1, status: 502, applied: true });
    await bot.graphql("{ rateLimit { remaining } }");
    await expect(commit(bot, { head, additions: { "b.txt": "b" } })).rejects.toMatchObject({ status: 502 });
    expect((await failure(commit(bot, { head }))).type).toBe("STALE_DATA");
    expect(forge.stats().writes - before).toBe(2);
    expect(forge.stats().byRoute).toMatchObject({ "mutation createCommitOnBranch": 2, "POST /graphql": 1 });
  });

  it("can be made stale by a fault", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const head = await commitFile(ada, "topic", "a.txt", "a\n");
    forge.faults.staleNextCommit(1);
    expect((await failure(commit(ada, { head }))).type).toBe("STALE_DATA");
    expect(await commit(ada, { head })).toHaveProperty("oid");
  });
});
