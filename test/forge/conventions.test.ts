import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { createForge } from "../../local/forge/create-forge.ts";
import { aForge, SHOP, shop } from "./a-forge.ts";

describe("the API", () => {
  it("cuts lists into pages and links them", async () => {
    await using forge = await aForge();
    const { issues } = forge.as("ada").rest;
    for (const title of ["a", "b", "c"]) await issues.create({ ...SHOP, title });
    const page = await issues.listForRepo({ ...SHOP, per_page: 2 });
    expect(page.data.map((issue) => issue.title)).toEqual(["c", "b"]);
    expect(page.headers.link).toContain(`page=2>; rel="next"`);
    const all = await forge.as("ada").paginate(issues.listForRepo, { ...SHOP, per_page: 2 });
    expect(all).toHaveLength(3);
  });

  it("answers 304 to who has the answer already", async () => {
    await using forge = await aForge();
    const get = (headers: Record<string, string> = {}) =>
      fetch(`${forge.urls.api}/repos/${shop}/labels`, { headers });
    const etag = (await get()).headers.get("etag")!;
    expect((await get({ "if-none-match": etag })).status).toBe(304);
  });

  it("answers 404 to what it does not know, and counts it", async () => {
    await using forge = await aForge();
    const answer = await fetch(`${forge.urls.api}/repos/${shop}/traffic/views`);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      "Not Found",
    ]);
    const error = await forge
      .as("ada")
      .graphql("query { enterprise { id } }")
      .catch((reason: Error) => reason.message);
    expect(error).toContain("doesn't exist");
    expect(forge.stats().unknown).toEqual({
      [`GET /repos/${shop}/traffic/views`]: 1,
      "graphql query enterprise": 1,
    });
  });

  it("refuses what is not JSON", async () => {
    await using forge = await aForge();
    const headers = { authorization: `token ${forge.createUserToken("ada")}` };
    const answer = await fetch(`${forge.urls.api}/repos/${shop}/issues`, {
      method: "POST",
      body: "{no",
      headers,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: "Problems parsing JSON" }]);
  });

  it("counts requests and writes by route", async () => {
    await using forge = await aForge();
    const { issues } = forge.as("ada").rest;
    await issues.create({ ...SHOP, title: "a" });
    await issues.get({ ...SHOP, issue_number: 1 });
    const { requests, writes, byRoute } = forge.stats();
    expect([requests, writes, byRoute["POST /repos/{owner}/{repo}/issues"]]).toEqual([2, 1, 1]);
  });
});

describe("starting the forge", () => {
  it("says which port is in use and what to do", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await expect(createForge({ port })).rejects.toMatchObject({
      code: "port-in-use",
      message: expect.stringContaining(`${port}`),
    });
    server.close();
  });

  it("says that git is missing", async () => {
    const path = process.env["PATH"];
    process.env["PATH"] = "/nonexistent";
    try {
      await expect(createForge()).rejects.toMatchObject({ code: "git-missing" });
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("listens on the loopback address only", async () => {
    await using forge = await aForge();
    expect(new URL(forge.urls.server).hostname).toBe("127.0.0.1");
  });
});
