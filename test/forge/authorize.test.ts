import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Forge } from "../../local/forge/create-forge.ts";
import { aForge, client, refusal, SHOP, shop } from "./a-forge.ts";

const callback = "https://gsd.example.com/login/callback";

/** A forge with an App that people can sign in to; it is installed on the shop only. */
async function aForgeWithApp(permissions: Record<string, "read" | "write"> = { issues: "write" }) {
  let now = Date.now();
  const forge = await aForge({ now: () => new Date(now) });
  const events = ["issue_comment"];
  const app = forge.createApp({
    slug: "gsd",
    permissions,
    events,
    webhookSecret: "x",
    callbackUrls: [callback],
  });
  const installation = forge.installApp(app.appId, shop);
  forge.createRepository({ owner: "ada", name: "diary", private: true, files: {} });
  forge.createRepository({ owner: "octo", name: "safe", private: true, files: {} });
  forge.installApp(app.appId, "octo/safe");
  const address = (fields: Record<string, string> = {}) =>
    `${forge.urls.server}/login/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, ...fields })}`;
  return Object.assign(forge, {
    app,
    installation,
    address,
    pass: (ms: number) => {
      now += ms;
    },
    trade: (fields: Record<string, string>, accept = "application/json") =>
      trade(forge, { ...credentials(app), ...fields }, accept),
    signIn: async (login: string) => {
      const code = codeIn(forge.authorize(login, address()));
      return (await trade(forge, { ...credentials(app), code })).json as Record<string, string>;
    },
  });
}

function credentials({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { client_id: clientId, client_secret: clientSecret };
}

async function trade(forge: Forge, fields: Record<string, string>, accept = "application/json") {
  const answer = await fetch(`${forge.urls.server}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept },
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: accept.includes("json") ? JSON.parse(text) : undefined };
}

const codeIn = (address: string) => new URL(address).searchParams.get("code")!;

describe("signing in to an App", () => {
  it("gives a token of the person that ends after eight hours, and one for the time after it", async () => {
    await using forge = await aForgeWithApp();
    const back = new URL(forge.authorize("bob", forge.address({ state: "s 1", redirect_uri: callback })));
    expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([callback, "s 1"]);
    const { json } = await forge.trade({ code: codeIn(back.href), redirect_uri: callback });
    expect(json).toMatchObject({
      access_token: expect.stringMatching(/^ghu_/),
      expires_in: 28_800,
      refresh_token: expect.stringMatching(/^ghr_/),
      refresh_token_expires_in: 15_897_600,
      scope: "",
      token_type: "bearer",
    });
    const who = () => client(forge, json.access_token).rest.users.getAuthenticated();
    expect((await who()).data.login).toBe("bob");
    forge.pass(28_800_000);
    expect((await refusal(who())).status).toBe(401);
    const refresh = { grant_type: "refresh_token", refresh_token: json.refresh_token };
    const next = (await forge.trade(refresh)).json;
    expect((await client(forge, next.access_token).rest.users.getAuthenticated()).data.login).toBe("bob");
    expect((await forge.trade(refresh)).json.error).toBe("bad_refresh_token");
  });

  it("trades a code once, within ten minutes, for who knows the secret and what it was asked with", async () => {
    await using forge = await aForgeWithApp();
    const verifier = "v".repeat(43);
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const ask = (fields = {}) => codeIn(forge.authorize("bob", forge.address(fields)));
    const errorOf = async (fields: Record<string, string>) => {
      const { status, json } = await forge.trade(fields);
      return [status, json.error];
    };
    const once = ask();
    expect((await forge.trade({ code: once })).json.error).toBeUndefined();
    expect(await errorOf({ code: once })).toEqual([200, "bad_verification_code"]);
    expect(await errorOf({ code: ask(), client_secret: "wrong" })).toEqual([
      200,
      "incorrect_client_credentials",
    ]);
    expect(await errorOf({ code: ask(), client_id: "nobody" })).toEqual([404, "Not Found"]);
    expect(await errorOf({ code: ask(), redirect_uri: "https://evil.example" })).toEqual([
      200,
      "redirect_uri_mismatch",
    ]);
    expect(await errorOf({ code: ask(), grant_type: "password" })).toEqual([200, "unsupported_grant_type"]);
    const pkce = { code_challenge, code_challenge_method: "S256" };
    expect(await errorOf({ code: ask(pkce), code_verifier: "w".repeat(43) })).toEqual([
      200,
      "bad_verification_code",
    ]);
    expect(await errorOf({ code: ask(pkce) })).toEqual([200, "bad_verification_code"]);
    expect((await forge.trade({ code: ask(pkce), code_verifier: verifier })).json.token_type).toBe("bearer");
    const late = ask();
    forge.pass(600_000);
    expect(await errorOf({ code: late })).toEqual([200, "bad_verification_code"]);
  });

  it("answers as a form unless JSON is asked for", async () => {
    await using forge = await aForgeWithApp();
    const code = codeIn(forge.authorize("bob", forge.address()));
    const { text } = await forge.trade({ code }, "*/*");
    expect(new URLSearchParams(text).get("access_token")).toMatch(/^ghu_/);
    expect((await forge.trade({ code }, "*/*")).text).toContain("error=bad_verification_code");
  });

  it("sends nobody to an address that the App did not register", async () => {
    await using forge = await aForgeWithApp();
    const ask = (fields: Record<string, string>) => () => forge.authorize("bob", forge.address(fields));
    expect(ask({ redirect_uri: "https://evil.example/login/callback" })).toThrow("not associated");
    expect(ask({ redirect_uri: `${callback}/../x` })).toThrow("not associated");
    expect(ask({ client_id: "nobody" })).toThrow("Not Found");
    expect(ask({ code_challenge: "x" })).toThrow("S256");
  });
});

describe("a token of a person for an App", () => {
  it("lists where the App is and the person was given a role", async () => {
    await using forge = await aForgeWithApp();
    const { apps } = client(forge, (await forge.signIn("bob")).access_token!).rest;
    const { data } = await apps.listInstallationsForAuthenticatedUser();
    expect(data.installations.map(({ id }) => id)).toEqual([forge.installation]);
    const list = { installation_id: forge.installation };
    const { data: found } = await apps.listInstallationReposForAuthenticatedUser(list);
    expect(found.repositories.map(({ full_name, permissions }) => [full_name, permissions?.push])).toEqual([
      [shop, true],
    ]);
    const eve = client(forge, (await forge.signIn("eve")).access_token!).rest.apps;
    expect((await eve.listInstallationsForAuthenticatedUser()).data.total_count).toBe(0);
    expect((await refusal(eve.listInstallationReposForAuthenticatedUser(list))).status).toBe(404);
    const own = forge.as("bob").rest.apps.listInstallationsForAuthenticatedUser();
    expect((await refusal(own)).status).toBe(403);
  });

  it("may do what both may: nothing where the App is not, and nothing that it was not given", async () => {
    await using forge = await aForgeWithApp({ issues: "write" });
    const bob = client(forge, (await forge.signIn("bob")).access_token!).rest;
    const ada = client(forge, (await forge.signIn("ada")).access_token!).rest;
    const { data: issue } = await bob.issues.create({ ...SHOP, title: "A" });
    const said = await bob.issues.createComment({ ...SHOP, issue_number: issue.number, body: "/plan" });
    expect(said.data).toMatchObject({ user: { login: "bob" }, performed_via_github_app: { slug: "gsd" } });
    const ref = { ...SHOP, ref: "refs/heads/x", sha: "0".repeat(40) };
    expect((await refusal(bob.git.createRef(ref))).status).toBe(403);
    expect((await refusal(ada.repos.get({ owner: "ada", repo: "diary" }))).status).toBe(404);
    expect((await refusal(bob.repos.get({ owner: "octo", repo: "safe" }))).status).toBe(404);
    forge.suspendInstallation(forge.installation);
    const again = bob.issues.createComment({ ...SHOP, issue_number: issue.number, body: "again" });
    expect((await refusal(again)).status).toBe(403);
  });

  it("ends when the person takes it back, and when the App gives it back", async () => {
    await using forge = await aForgeWithApp();
    const { access_token: token = "", refresh_token = "" } = await forge.signIn("bob");
    const who = (auth: string) => client(forge, auth).rest.users.getAuthenticated();
    forge.revokeAuthorization("bob", forge.app.appId);
    expect((await refusal(who(token))).status).toBe(401);
    expect((await forge.trade({ grant_type: "refresh_token", refresh_token })).json.error).toBe(
      "bad_refresh_token",
    );
    const second = (await forge.signIn("bob")).access_token!;
    const { clientId, clientSecret } = forge.app;
    const end = (secret: string) =>
      fetch(`${forge.urls.api}/applications/${clientId}/token`, {
        method: "DELETE",
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}` },
        body: JSON.stringify({ access_token: second }),
      });
    expect((await end("wrong")).status).toBe(401);
    expect((await who(second)).data.login).toBe("bob");
    expect((await end(clientSecret)).status).toBe(204);
    expect((await refusal(who(second))).status).toBe(401);
  });
});
