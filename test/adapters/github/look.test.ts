import { describe, expect, it } from "vitest";
import type { NewRepository } from "../../../local/forge/create-repository.ts";
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
      expect.objectContaining({ text: "", odd: "is a folder" }),
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

  it("gives no text of what is not a regular text file of a sensible size, and says why", async () => {
    await using forge = await aForge();
    const { git } = forge.as("ada").rest;
    const blob = async (content: Buffer) =>
      (await git.createBlob({ ...SHOP, content: content.toString("base64"), encoding: "base64" })).data.sha;
    const main = (await git.getRef({ ...SHOP, ref: "heads/main" })).data.object.sha;
    const entry = (path: string, mode: "100644" | "120000" | "160000", sha: string) => ({
      path,
      mode,
      sha,
      type: mode === "160000" ? ("commit" as const) : ("blob" as const),
    });
    const tree = [
      // To a file of the host, to one of the repository, and to what would be a setting by itself.
      entry("environ", "120000", await blob(Buffer.from("/proc/self/environ"))),
      entry("inner", "120000", await blob(Buffer.from("README.md"))),
      entry("setting", "120000", await blob(Buffer.from("{sandbox: off}"))),
      entry("module", "160000", main),
      entry("huge", "100644", await blob(Buffer.alloc(2_000_001, "a"))),
      entry("binary", "100644", await blob(Buffer.from([0x61, 0, 0x62]))),
      entry(
        "late-binary",
        "100644",
        await blob(Buffer.concat([Buffer.alloc(600_000, "a"), Buffer.from([0])])),
      ),
      entry("folder/file", "100644", await blob(Buffer.from("text"))),
    ];
    const made = await git.createTree({ ...SHOP, tree });
    const commit = await git.createCommit({ ...SHOP, message: "odd", tree: made.data.sha, parents: [main] });
    const paths = ["environ", "inner", "setting", "module", "huge", "binary", "late-binary", "folder"];
    const { files } = await aGitHub(forge).look({
      files: [...paths, "folder/file", "inner/x"].map((path) => ({ path, ref: commit.data.sha })),
    });
    expect(files.map((file) => file && (file.odd ?? file.text))).toEqual([
      "is a symbolic link, which is not followed",
      "is a symbolic link, which is not followed",
      "is a symbolic link, which is not followed",
      "is a submodule",
      "has 2000001 bytes; at most 2000000 are read",
      "is not a text file",
      "is not a text file",
      "is a folder",
      "text",
      undefined,
    ]);
    expect(files.every((file) => file?.odd === undefined || file.text === "")).toBe(true);
  });

  it("reads files and folders of the branch when there is a tag of the same name", async () => {
    await using forge = await aForge();
    await commitFile(forge.as("ada"), "v1", "plans/a.txt", "the branch's");
    const github = aGitHub(forge);
    const tagged = await commitFile(forge.as("ada"), "other", "plans/a.txt", "the tag's");
    await github.createRef("tags/v1", tagged);
    const { files, folders } = await github.look({
      files: [{ path: "plans/a.txt", ref: "v1" }],
      folders: [{ path: "plans", ref: "v1" }],
    });
    expect(files[0]?.text).toBe("the branch's");
    expect(folders[0]?.entries[0]?.sha).toBe(files[0]?.sha);
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

  describe("at what an owner says for all repositories", () => {
    async function sees(repository?: Partial<NewRepository>) {
      await using forge = await aForge();
      if (repository) forge.createRepository({ owner: SHOP.owner, name: ".github", ...repository });
      const github = aGitHub(forge);
      const before = forge.stats().requests;
      const { shared, commits } = await github.look({ shared: true, commits: ["main"] });
      // It costs no request of its own, and the rest of the answer is good whatever it is.
      expect([forge.stats().requests - before, commits.length, commits[0] !== undefined]).toEqual([
        1,
        1,
        true,
      ]);
      return shared && (shared.odd ?? shared.text);
    }

    it("reads it, and finds nothing where there is nothing", async () => {
      expect(await sees()).toBeUndefined();
      expect(await sees({ files: { "README.md": "Hello\n" } })).toBeUndefined();
      expect(await sees({ files: { "gsd.yml": "approvals: 2\n" } })).toBe("approvals: 2\n");
    });

    it("does not read what is private, no file, or far too long", async () => {
      expect(await sees({ private: true, files: { "gsd.yml": "approvals: 2\n" } })).toBeUndefined();
      expect(await sees({ files: { "gsd.yml/inner": "approvals: 2\n" } })).toBe("is a folder");
      const link = { text: "README.md", mode: "120000" as const };
      expect(await sees({ files: { "gsd.yml": link } })).toBe("is a symbolic link, which is not followed");
      expect(await sees({ files: { "gsd.yml": "#".repeat(700_000) } })).toBe("is longer than 64 KiB");
    });
  });
});
