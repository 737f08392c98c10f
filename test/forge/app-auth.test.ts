import { createPrivateKey, createSign } from "node:crypto";
import { ProbotOctokit } from "probot";
import { describe, expect, it } from "vitest";
import { aForge, client, refusal, SHOP } from "./a-forge.ts";
import { anApp } from "./a-hook.ts";

function jwt(privateKey: string, claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(createPrivateKey(privateKey), "base64url")}`;
}

describe("an App", () => {
  it("signs in with its key and acts as its installation", async () => {
    await using forge = await aForge();
    const app = anApp(forge);
    const auth = { appId: app.appId, privateKey: app.privateKey, installationId: app.installationId };
    const octokit = new ProbotOctokit({ auth, baseUrl: forge.urls.api });
    const { data } = await octokit.rest.issues.create({ ...SHOP, title: "By the App" });
    expect(data.user).toMatchObject({ login: "gsd[bot]", type: "Bot" });
    const { data: found } = await octokit.rest.apps.listReposAccessibleToInstallation();
    expect(found.repositories.map((repo) => repo.full_name)).toEqual(["octo/shop"]);
  });

  it("is refused with a wrong key, an old token, or one that lives too long", async () => {
    await using forge = await aForge();
    const app = anApp(forge);
    const other = forge.createApp({ slug: "other", permissions: {}, events: [], webhookSecret: "x" });
    const now = Math.floor(Date.now() / 1000);
    const ask = async (key: string, claims: Record<string, unknown>) => {
      const headers = { authorization: `Bearer ${jwt(key, { iss: app.appId, ...claims })}` };
      return (await fetch(`${forge.urls.api}/app`, { headers })).status;
    };
    expect(await ask(app.privateKey, { iat: now, exp: now + 60 })).toBe(200);
    expect(await ask(other.privateKey, { iat: now, exp: now + 60 })).toBe(401);
    expect(await ask(app.privateKey, { iat: now - 900, exp: now - 300 })).toBe(401);
    expect(await ask(app.privateKey, { iat: now, exp: now + 3600 })).toBe(401);
  });

  it("gets no tokens and no webhooks while its installation is suspended", async () => {
    await using forge = await aForge();
    const { appId, privateKey, installationId } = anApp(forge);
    const octokit = new ProbotOctokit({ auth: { appId, privateKey }, baseUrl: forge.urls.api });
    const { data } = await octokit.rest.apps.createInstallationAccessToken({
      installation_id: installationId,
    });
    forge.suspendInstallation(installationId);
    const told = forge.deliveries.log.length;
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Unheard" });
    expect(forge.deliveries.log).toHaveLength(told);
    const again = octokit.rest.apps.createInstallationAccessToken({ installation_id: installationId });
    expect((await refusal(again)).status).toBe(403);
    const list = client(forge, data.token).rest.apps.listReposAccessibleToInstallation();
    expect((await refusal(list)).status).toBe(401);
    const { data: known } = await octokit.rest.apps.listInstallations();
    expect(known[0]).toMatchObject({ suspended_at: expect.any(String), suspended_by: { login: "octo" } });
  });

  it("gets tokens that are narrowed, never widened, and end after an hour", async () => {
    let now = Date.now();
    await using forge = await aForge({ now: () => new Date(now) });
    const app = anApp(forge, { permissions: { contents: "read", issues: "write" } });
    const seconds = Math.floor(now / 1000);
    const asApp = client(forge, jwt(app.privateKey, { iss: app.clientId, iat: seconds, exp: seconds + 60 }));
    const ask = (permissions: Record<string, "read" | "write">) =>
      asApp.rest.apps.createInstallationAccessToken({
        installation_id: app.installationId,
        permissions,
        repositories: ["shop"],
      });
    expect((await refusal(ask({ contents: "write" }))).status).toBe(422);
    const { data } = await ask({ contents: "read" });
    const narrow = client(forge, data.token);
    expect((await narrow.rest.repos.getContent({ ...SHOP, path: "README.md" })).status).toBe(200);
    expect((await refusal(narrow.rest.issues.create({ ...SHOP, title: "x" }))).status).toBe(403);
    now += 3_601_000;
    expect((await refusal(narrow.rest.repos.get(SHOP))).status).toBe(401);
  });
});
