import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aClone, aForge, aPull, SHOP, shop, workflowToken } from "./a-forge.ts";

describe("git over HTTP", () => {
  it("clones, pushes, and tells pull requests about it", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    using clone = await aClone(forge, forge.createUserToken("ada"), { branch: "topic" });
    writeFileSync(join(clone.folder, "more.txt"), "more\n");
    await clone.git("add", ".");
    await clone.git("commit", "--quiet", "-m", "more");
    await clone.git("push", "--quiet", "origin", "topic");
    const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect(data.head.sha).toBe(await clone.git("rev-parse", "HEAD"));
    expect(data.commits).toBe(2);
  });

  it("lets anyone read a public repository and only members a private one", async () => {
    await using forge = await aForge();
    const address = `${forge.urls.server}/${shop}.git/info/refs?service=git-upload-pack`;
    expect((await fetch(address)).status).toBe(200);
    forge.world.repos.get(shop)!.private = true;
    expect((await fetch(address)).status).toBe(401);
    const as = (login: string) => ({
      headers: {
        authorization: `basic ${Buffer.from(`x:${forge.createUserToken(login)}`).toString("base64")}`,
      },
    });
    expect((await fetch(address, as("eve"))).status).toBe(404);
    expect((await fetch(address, as("bob"))).status).toBe(200);
  });

  it("refuses a push by a token that may only read", async () => {
    await using forge = await aForge();
    using clone = await aClone(forge, workflowToken(forge, { contents: "read" }));
    await clone.git("commit", "--quiet", "--allow-empty", "-m", "x");
    await expect(clone.git("push", "origin", "HEAD:refs/heads/x")).rejects.toThrow("403");
  });

  it("refuses a push to a protected default branch", async () => {
    await using forge = await aForge();
    forge.settings(shop, { protectDefaultBranch: true });
    using clone = await aClone(forge, forge.createUserToken("octo"));
    await clone.git("commit", "--quiet", "--allow-empty", "-m", "x");
    await expect(clone.git("push", "origin", "HEAD:refs/heads/main")).rejects.toThrow(
      "Changes must be made through a pull request",
    );
    await clone.git("push", "--quiet", "origin", "HEAD:refs/heads/other");
  });

  it("refuses workflow files from a token without that permission, by push and by API", async () => {
    await using forge = await aForge();
    const token = workflowToken(forge, { contents: "write" });
    using clone = await aClone(forge, token);
    writeFileSync(join(clone.folder, ".github/workflows/evil.yml"), "on: push\njobs: {}\n");
    await clone.git("add", ".");
    await clone.git("commit", "--quiet", "-m", "evil");
    await expect(clone.git("push", "origin", "HEAD:refs/heads/x")).rejects.toThrow(
      "refusing to allow a GitHub App",
    );
    const { repos } = forge.asWorkflow({ contents: "write" }).rest;
    const content = Buffer.from("on: push").toString("base64");
    const put = repos.createOrUpdateFileContents({
      ...SHOP,
      path: ".github/workflows/e.yml",
      message: "x",
      content,
    });
    await expect(put).rejects.toThrow("without `workflows` permission");
  });

  it("starts from a repository on this machine", async () => {
    await using forge = await aForge();
    using clone = await aClone(forge, forge.createUserToken("ada"));
    await clone.git("tag", "v1");
    forge.createRepository({ owner: "octo", name: "copy", from: clone.folder });
    const { data } = await forge
      .as("octo")
      .rest.repos.getContent({ owner: "octo", repo: "copy", path: "README.md", ref: "v1" });
    expect(data).toMatchObject({ name: "README.md" });
  });
});
