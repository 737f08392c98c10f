import { describe, expect, it } from "vitest";
import { NEEDS, OPEN } from "../../local/forge/needs.ts";
import { ALL_ROUTES } from "../../local/forge/routes/all.ts";
import { aForge, aPull, client, refusal, SHOP, shop, workflowToken } from "./a-forge.ts";

describe("permissions", () => {
  it("stand in the table for every route, and for no other", () => {
    expect([...Object.keys(NEEDS), ...OPEN].toSorted()).toEqual(Object.keys(ALL_ROUTES).toSorted());
  });

  it("of a job's token are exactly those it was given", async () => {
    await using forge = await aForge();
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export" });
    const bot = forge.asWorkflow({ issues: "write" });
    expect((await bot.rest.issues.createComment({ ...SHOP, issue_number: 1, body: "hi" })).status).toBe(201);
    const refused = await refusal(bot.rest.repos.getContent({ ...SHOP, path: "README.md" }));
    expect(refused).toMatchObject({ status: 403, message: "Resource not accessible by integration" });
    expect(refused.headers["x-accepted-github-permissions"]).toBe("contents=read");
  });

  it("of issues do not reach pull requests", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"));
    const comment = { ...SHOP, issue_number: pull.number, body: "hi" };
    expect(
      (await refusal(forge.asWorkflow({ issues: "write" }).rest.issues.createComment(comment))).status,
    ).toBe(403);
    expect(
      (await forge.asWorkflow({ "pull-requests": "write" }).rest.issues.createComment(comment)).status,
    ).toBe(201);
  });

  it("end with the token", async () => {
    await using forge = await aForge();
    const token = workflowToken(forge, { contents: "read" });
    const read = () => client(forge, token).rest.repos.get(SHOP);
    expect((await read()).status).toBe(200);
    forge.actions.revokeToken(token);
    expect(await refusal(read())).toMatchObject({ status: 401, message: "Bad credentials" });
  });

  it("of people follow their role", async () => {
    await using forge = await aForge();
    const merge = async (login: string) => {
      const status = { ...SHOP, sha: "0".repeat(40), state: "success" as const };
      return (await refusal(forge.as(login).rest.repos.createCommitStatus(status))).status;
    };
    // 422: the commit is not there; 403: not even asked.
    expect([await merge("bob"), await merge("tom"), await merge("eve")]).toEqual([422, 403, 403]);
  });

  it("hide a private repository from strangers", async () => {
    await using forge = await aForge();
    forge.world.repos.get(shop)!.private = true;
    expect((await refusal(forge.as("eve").rest.repos.get(SHOP))).status).toBe(404);
    expect((await forge.as("bob").rest.repos.get(SHOP)).data.permissions).toMatchObject({
      push: true,
      admin: false,
    });
  });

  it("are shown with GitHub's four words", async () => {
    await using forge = await aForge();
    const { repos } = forge.asWorkflow({ contents: "read" }).rest;
    const shown = async (username: string) => {
      const { data } = await repos.getCollaboratorPermissionLevel({ ...SHOP, username });
      return [data.permission, data.role_name];
    };
    expect(await shown("ada")).toEqual(["write", "maintain"]);
    expect(await shown("tom")).toEqual(["read", "triage"]);
    expect(await shown("octo")).toEqual(["admin", "admin"]);
    expect(await shown("eve")).toEqual(["read", "read"]);
  });

  it("are refused to tokens that the forge did not give out", async () => {
    await using forge = await aForge();
    const answer = await fetch(`${forge.urls.api}/user`, {
      headers: { authorization: "bearer ghp_made_up" },
    });
    expect([answer.status, await answer.json()]).toMatchObject([401, { message: "Bad credentials" }]);
  });
});
