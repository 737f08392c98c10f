import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "../../app/environment.ts";
import { startServer } from "../../app/server.ts";
import { aSite, type Browser, createBrowser, formFor, sessionSecret, signIn } from "./a-site.ts";

let site: Awaited<ReturnType<typeof aSite>>;
beforeAll(async () => {
  site = await aSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const session = "gsd-session";

/** The same App once more, as a replica or as time goes by. */
async function another(env: Record<string, string>, work: (browser: Browser) => Promise<void>) {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const app = await startServer(readEnvironment({ ...site.env, PORT: "0", ...env }), log);
  try {
    await work(createBrowser(app.url));
  } finally {
    await app.stop();
  }
}

describe("signing in", () => {
  it("leads to GitHub and back to where somebody wanted to go", async () => {
    const browser = site.browse();
    const asked = await browser.get(site.track);
    expect(asked.status).toBe(401);
    expect(asked.text).toContain(`/login?back=${encodeURIComponent(site.track)}`);
    const back = await signIn(site.forge, browser, "ada", site.track);
    expect([back.status, back.location]).toEqual([303, site.track]);
    const page = await browser.get(site.track);
    expect(page.status).toBe(200);
    expect(page.text).toContain("CSV export");
    expect((await browser.get("/tracks")).text).toContain("ada/sample");
    expect((await browser.get("/")).location).toBe("/tracks");
  });

  it("sets cookies that no script reads and no other site sends", async () => {
    const browser = site.browse();
    const begun = await browser.get("/login");
    const kept = [...begun.headers.getSetCookie()];
    const done = await browser.get(site.forge.authorize("ada", begun.location));
    for (const cookie of [...kept, ...done.headers.getSetCookie()])
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    const query = new URL(begun.location).searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("redirect_uri")).toBe(`${site.url}/login/callback`);
  });

  it("refuses a state of another browser, of nobody, and one that was used", async () => {
    const [victim, attacker] = [site.browse(), site.browse()];
    const theirs = site.forge.authorize("bob", (await attacker.get("/login")).location);
    expect((await victim.get(theirs)).status).toBe(400);
    await victim.get("/login");
    expect((await victim.get(theirs)).status).toBe(400);
    expect(victim.cookies.has(session)).toBe(false);
    const own = await victim.get("/login");
    const errand = new Map(victim.cookies);
    const back = site.forge.authorize("ada", own.location);
    expect((await victim.get(back)).status).toBe(303);
    for (const [name, value] of errand) victim.cookies.set(name, value);
    victim.cookies.delete(session);
    expect((await victim.get(back)).status).toBe(400);
    expect(victim.cookies.has(session)).toBe(false);
  });

  it("refuses a code that was used, or that belongs to another sign-in", async () => {
    const [first, second] = [site.browse(), site.browse()];
    const back = new URL(site.forge.authorize("ada", (await first.get("/login")).location));
    await first.get(back.href);
    for (const code of [back.searchParams.get("code")!, "", "0123456789"]) {
      const begun = new URL((await second.get("/login")).location);
      const fields = new URLSearchParams({ code, state: begun.searchParams.get("state")! });
      expect((await second.get(`/login/callback?${fields}`)).status, code).toBe(400);
    }
    // A code of one sign-in with the state of another: it does not fit what was kept here (PKCE).
    const [one, other] = [site.browse(), site.browse()];
    const stolen = new URL(site.forge.authorize("bob", (await other.get("/login")).location)).searchParams;
    const own = new URL((await one.get("/login")).location).searchParams;
    const mixed = new URLSearchParams({ code: stolen.get("code")!, state: own.get("state")! });
    expect((await one.get(`/login/callback?${mixed}`)).status).toBe(400);
    expect([first, second, one].map(({ cookies }) => cookies.has(session))).toEqual([true, false, false]);
  });

  it("leads nowhere else", async () => {
    const elsewhere = [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/%09/evil.example",
      "/login",
      "/logout",
      "javascript:alert(1)",
      "/\tx",
    ];
    const browser = site.browse();
    for (const back of elsewhere) {
      const { location } = await signIn(site.forge, browser, "ada", back);
      expect(new URL(location, site.url).origin, back).toBe(site.url);
      expect(location, back).not.toMatch(/^\/(?:login|logout)|^\/\//);
    }
  });

  it("says so when somebody does not allow it", async () => {
    const browser = site.browse();
    const state = new URL((await browser.get("/login")).location).searchParams.get("state")!;
    const answer = await browser.get(`/login/callback?error=access_denied&state=${state}`);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("You did not sign in")]);
  });

  it("is refused to one address after thirty times a minute", async () => {
    await another({}, async (browser) => {
      const from = (address: string) => browser.get("/login", { "x-forwarded-for": address });
      for (let count = 0; count < 30; count++) expect((await from("203.0.113.7")).status).toBe(303);
      expect((await from("203.0.113.7")).status).toBe(429);
      // What somebody says of themselves stands before what the proxy says of them.
      expect((await from("198.51.100.1, 203.0.113.7")).status).toBe(429);
      expect((await from("203.0.113.8")).status).toBe(303);
    });
  });
});

describe("a session", () => {
  it("is refused when it was changed, made elsewhere, or is too old", async () => {
    const browser = await site.browseAs("ada");
    const cookie = browser.cookies.get(session)!;
    const statusWith = async (value: string) =>
      (await site.browse().get(site.track, { cookie: `${session}=${value}` })).status;
    expect(await statusWith(cookie)).toBe(200);
    const changed = Buffer.from(cookie, "base64url");
    for (const at of [0, 15, 40]) {
      const bytes = Buffer.from(changed);
      bytes[at]! ^= 1;
      expect(await statusWith(bytes.toString("base64url"))).toBe(401);
    }
    expect(await statusWith("")).toBe(401);
    expect(await statusWith(`${cookie}; ${session}=${cookie}`)).toBe(401);
    const errand = site.browse();
    await errand.get("/login");
    expect(await statusWith(errand.cookies.get("gsd-sign-in")!)).toBe(401);
    const elsewhere = { cookie: `${session}=${cookie}` };
    const asked = async (env: Record<string, string>) => {
      const statuses: number[] = [];
      await another(env, async (other) => {
        statuses.push((await other.get(site.track, elsewhere)).status);
      });
      return statuses[0];
    };
    expect(await asked({})).toBe(200);
    expect(await asked({ SESSION_SECRET: sessionSecret.replace("5", "6") })).toBe(401);
    expect(await asked({ GSD_CLOCK_OFFSET_MS: String(4 * 3_600_000) })).toBe(401);
  });

  it("ends when somebody signs out, also for whoever has a copy of the cookie, in every replica", async () => {
    const browser = await site.browseAs("ada");
    const copy = { cookie: `${session}=${browser.cookies.get(session)}` };
    const form = formFor((await browser.get(site.track)).text, "/pause");
    expect((await browser.get("/logout")).status).toBe(303);
    expect((await browser.get(site.track)).status).toBe(200);
    expect((await browser.post("/logout", { _csrf: form._csrf! })).status).toBe(303);
    expect(browser.cookies.has(session)).toBe(false);
    expect((await site.browse().get(site.track, copy)).status).toBe(401);
    await another({}, async (other) => expect((await other.get(site.track, copy)).status).toBe(401));
  });

  it("ends when its owner takes back what they allowed", async () => {
    const browser = await site.browseAs("ada");
    site.forge.revokeAuthorization("ada", site.appId);
    await another({}, async (other) => {
      const answer = await other.get(site.track, { cookie: `${session}=${browser.cookies.get(session)}` });
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining("You are signed out")]);
      expect(answer.headers.getSetCookie().join()).toContain("Max-Age=0");
    });
  });

  it("is a new one after each sign-in, and the one before is over", async () => {
    const browser = await site.browseAs("ada");
    const first = browser.cookies.get(session)!;
    await signIn(site.forge, browser, "ada");
    expect(browser.cookies.get(session)).not.toBe(first);
    expect((await site.browse().get(site.track, { cookie: `${session}=${first}` })).status).toBe(401);
  });
});

describe("a repository that somebody may not read", () => {
  it("is one that does not exist", async () => {
    const bob = await site.browseAs("bob");
    const numbered = (text: string) =>
      text.replaceAll(/(?:sample|nothing)/g, "REPO").replaceAll(/\d+\.\d+|[\w-]{36}\.\d+/g, "");
    const [secret, none] = await Promise.all([
      bob.get(site.track),
      bob.get(site.track.replace("sample", "nothing")),
    ]);
    expect([secret.status, none.status]).toEqual([404, 404]);
    expect(numbered(secret.text)).toBe(numbered(none.text));
    expect((await bob.get("/tracks")).text).not.toContain("sample");
    expect((await bob.get("/-/web/live?repository=ada/sample")).status).toBe(404);
    expect((await bob.get("/-/web/live?repository=ada/nothing")).status).toBe(404);
    const stranger = site.browse();
    const shown = [
      await stranger.get(site.track),
      await stranger.get(site.track.replace("sample", "nothing")),
    ];
    expect(shown.map(({ status }) => status)).toEqual([401, 401]);
  });

  it("is shut as soon as they lose access", async () => {
    site.forge.addCollaborator(site.repo, "bob", "write");
    const bob = await site.browseAs("bob");
    const page = await bob.get(site.track);
    const form = formFor(page.text, "/pause");
    expect([page.status, form.command]).toEqual([200, "/pause"]);
    site.forge.removeCollaborator(site.repo, "bob");
    expect((await bob.post(`${site.track}/act`, form)).status).toBe(404);
    expect((await bob.get(site.track)).status).toBe(404);
    expect(await commentsBy("bob")).toEqual([]);
  });

  it("is also one where the App is not installed", async () => {
    site.forge.createRepository({ owner: "ada", name: "open", files: { "README.md": "# Open\n" } });
    const ada = await site.browseAs("ada");
    expect((await ada.get("/ada/open/tracks")).status).toBe(404);
  });
});

async function commentsBy(login: string) {
  type Comment = { user: { login: string }; body: string; performed_via_github_app: { slug: string } | null };
  const comments = await site.as("ada")<Comment[]>("GET", `/issues/${site.issue}/comments?per_page=100`);
  return comments.filter(({ user }) => user.login === login);
}

describe("a click", () => {
  it("is a comment by whoever clicked, which gsd hears as any other", async () => {
    const browser = await site.browseAs("ada");
    const form = formFor((await browser.get(site.track)).text, "/pause");
    const answer = await browser.post(`${site.track}/act`, form);
    expect([answer.status, answer.location]).toEqual([303, expect.stringContaining(`${site.track}?said=`)]);
    const last = (await commentsBy("ada")).at(-1);
    expect(last).toMatchObject({ body: "/pause", performed_via_github_app: { slug: "gsd-test" } });
    await site.idle();
    const page = await browser.get(answer.location);
    expect(page.text).toContain("gsd took <code>/pause</code>");
    expect(formFor(page.text, "/resume").command).toBe("/resume");
    // What fitted before does not fit any more.
    const again = await browser.post(`${site.track}/act`, form);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("has moved on")]);
    await browser.post(`${site.track}/act`, formFor(page.text, "/resume"));
    await site.idle();
  });

  it("counts only from a page of ours, in the session that it was made for", async () => {
    const [ada, other] = [await site.browseAs("ada"), await site.browseAs("ada")];
    const form = formFor((await ada.get(site.track)).text, "/pause");
    const act = `${site.track}/act`;
    const before = (await commentsBy("ada")).length;
    const silent = { origin: "", "sec-fetch-site": "" };
    const refused = [
      ada.post(act, { ...form, _csrf: "" }),
      ada.post(act, { ...form, _csrf: formFor((await other.get(site.track)).text, "/pause")._csrf! }),
      ada.post(act, form, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
      ada.post(act, form, { origin: "null" }),
      ada.post(act, form, { "sec-fetch-site": "same-site" }),
      ada.post(act, form, silent),
      ada.post("/logout", { _csrf: "" }),
    ];
    for (const one of refused) expect((await one).status).toBe(403);
    const bare = await ada.raw(act, { method: "POST", body: new URLSearchParams(form) });
    expect(bare.status).toBe(403);
    const json = await ada.post(act, form, { "content-type": "text/plain" });
    expect(json.status).toBe(415);
    expect((await ada.post(act, { ...form, more: "x".repeat(20_000) })).status).toBe(413);
    expect((await site.browse().post(act, form)).status).toBe(401);
    expect((await ada.raw(act, { method: "PUT" })).status).toBe(405);
    expect((await commentsBy("ada")).length).toBe(before);
  });

  it("says nothing but what the page offers, where it counts", async () => {
    const ada = await site.browseAs("ada");
    const form = formFor((await ada.get(site.track)).text, "/pause");
    const before = (await commentsBy("ada")).length;
    const forged: Record<string, string>[] = [
      { command: "/budget +500" },
      { command: "/pause\n/cancel" },
      { thread: "999" },
      { command: "/approve 1234567" },
    ];
    for (const change of forged)
      expect((await ada.post(`${site.track}/act`, { ...form, ...change })).status).toBe(409);
    expect((await ada.post("/ada/sample/tracks/999/act", form)).status).toBe(404);
    expect((await commentsBy("ada")).length).toBe(before);
  });

  it("is not offered to somebody without write access, and a forged one is refused", async () => {
    const [ada, tom] = [await site.browseAs("ada"), await site.browseAs("tom")];
    const page = await tom.get(site.track);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('/act"');
    const signOut = /action="\/logout"[\s\S]*?name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const form = formFor((await ada.get(site.track)).text, "/pause");
    const answer = await tom.post(`${site.track}/act`, { ...form, _csrf: signOut });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("write access")]);
    expect(await commentsBy("tom")).toEqual([]);
  });
});

describe("every page", () => {
  it("comes with a strict policy", async () => {
    const { headers } = await (await site.browseAs("ada")).get(site.track);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
