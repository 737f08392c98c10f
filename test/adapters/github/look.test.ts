import { describe, expect, it } from "vitest";
import { aForge, aPull, aRun, commitFile, SHOP } from "../../forge/a-forge.ts";
import { aGitHub, gitHubOf } from "./a-github.ts";

describe("look", () => {
  it("answers in one request what the single reads answer one by one", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "gsd/ledger", "tracks/1.json", '{"a":"ä"}\n');
    const open = await aPull(ada, { head: "one", draft: true });
    const merged = await aPull(ada, { head: "two", path: "two.txt" });
    await ada.rest.pulls.merge({ ...SHOP, pull_number: merged.number });
    const github = aGitHub(forge);
    const sha = open.head.sha;
    await github.setStatus({ sha, context: "ci/a", state: "pending", description: "" });
    await github.setStatus({ sha, context: "ci/a", state: "success", description: "" });
    await github.setStatus({ sha, context: "ci/b", state: "failure", description: "" });
    aRun(forge, { headSha: sha });

    const before = forge.stats().requests;
    const seen = await github.look({
      files: [
        { path: "tracks/1.json", ref: "gsd/ledger" },
        { path: "tracks/2.json", ref: "gsd/ledger" },
        { path: "tracks", ref: "gsd/ledger" },
        { path: "README.md", ref: "no/such/branch" },
      ],
      folders: [
        { path: "src", ref: "main" },
        { path: "README.md", ref: "main" },
        { path: "none", ref: "main" },
      ],
      commits: ["main", "gone", "one", sha],
      pulls: [open.number, merged.number, 99],
      heads: [sha, merged.head.sha],
    });
    expect(forge.stats().requests - before).toBe(1);

    expect(seen.defaultBranch).toBe("main");
    expect(seen.files).toEqual([
      await github.readFile("tracks/1.json", "gsd/ledger"),
      undefined,
      undefined,
      undefined,
    ]);
    const one = await github.commit("one");
    expect(seen.commits).toEqual([await github.commit("main"), undefined, one, one]);
    const root = await github.listFolder("", "main");
    expect(seen.folders).toEqual([
      {
        sha: root?.find((entry) => entry.name === "src")?.sha,
        entries: await github.listFolder("src", "main"),
      },
      undefined,
      undefined,
    ]);
    const pulls = await Promise.all([open.number, merged.number].map((number) => github.pull(number)));
    expect([...pulls.map((pull) => pull?.state), pulls[1]?.merged]).toEqual(["open", "closed", true]);
    expect(seen.pulls).toEqual([...pulls.map((pull) => ({ ...pull, requests: [] })), undefined]);
    expect(seen.heads[1]).toEqual({ statuses: [], suites: [] });
    expect(seen.heads[0]?.statuses.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "ci/a", state: "success" },
      { name: "ci/b", state: "failure" },
    ]);
    expect(seen.heads[0]?.suites).toMatchObject([{ name: "CI", status: "queued", checks: [] }]);
  });

  it("reads a file that GraphQL cuts off by REST, whole", async () => {
    await using forge = await aForge();
    const long = "x".repeat(700_000);
    await commitFile(forge.as("ada"), "topic", "long.txt", long);
    const { files } = await aGitHub(forge).look({ files: [{ path: "long.txt", ref: "topic" }] });
    expect(files[0]?.text).toBe(long);
  });

  it("takes a name for the branch when there is a tag of the same name", async () => {
    await using forge = await aForge();
    const head = await commitFile(forge.as("ada"), "v1", "a.txt", "a");
    const github = aGitHub(forge);
    await github.createRef("tags/v1", (await github.ref("heads/main")) ?? "");
    expect((await github.look({ commits: ["v1"] })).commits[0]?.sha).toBe(head);
  });

  it("never lets a branch's name change the question", async () => {
    await using forge = await aForge();
    const odd = 'main") { id } evil: object(expression: "main';
    expect((await aGitHub(forge).look({ commits: [odd] })).commits).toEqual([undefined]);
  });

  it("says what is wrong when the repository cannot be read", async () => {
    await using forge = await aForge();
    const repo = forge.world.repos.get("octo/shop");
    if (repo) repo.private = true;
    const github = gitHubOf(forge, forge.createUserToken("eve"));
    await expect(github.look({})).rejects.toMatchObject({ code: "not-found" });
  });

  it("fails as a whole when a part is forbidden, rather than call it absent", async () => {
    await using forge = await aForge();
    const github = aGitHub(forge, { contents: "read" });
    const repo = forge.world.repos.get("octo/shop");
    if (repo) repo.private = true;
    await expect(github.look({ pulls: [1] })).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is tried again when GitHub is away for a moment", async () => {
    await using forge = await aForge();
    forge.faults.failAt({ k: 1, status: 502, applied: false, route: "POST /graphql" });
    expect((await aGitHub(forge).look({})).defaultBranch).toBe("main");
  });
});
