import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trackFile } from "../../core/codec/ledger-files.ts";
import { createPages } from "../../local/create-pages.ts";
import { createForge, type Forge } from "../../local/forge/create-forge.ts";
import { aReadyTask, aTrack } from "../builders/a-track.ts";

describe("the pages about tracks on the local GitHub", () => {
  let forge: Forge;
  let token: string;
  beforeAll(async () => {
    const viewers = () => [{ role: "maintainer", login: "ada", token }];
    forge = await createForge({ pages: createPages(viewers) });
    forge.createUser({ login: "octo", type: "Organization" });
    const track = aTrack({ tasks: { T01: aReadyTask({ title: "Quote fields" }) } });
    const repo = forge.createRepository({ owner: "octo", name: "shop", files: { "README.md": "# Shop\n" } });
    forge.createRepository({ owner: "octo", name: "bare", files: { "README.md": "# Bare\n" } });
    forge.createUser({ login: "ada" });
    forge.addCollaborator(repo, "ada", "admin");
    token = forge.createUserToken("ada");
    await commitLedger(forge, {
      repo,
      token,
      files: { [trackFile.path("tracks", 42)]: JSON.stringify(track) },
    });
  });
  afterAll(() => forge.close());

  const get = async (path: string) => {
    const response = await fetch(forge.urls.server + path);
    return { status: response.status, text: await response.text() };
  };

  it("read the ledger through the API, as the one who looks", async () => {
    const { status, text } = await get("/octo/shop/tracks/42");
    expect(status).toBe(200);
    expect(text).toContain("Quote fields");
    expect((await get("/tracks")).text).toContain("CSV export");
  });

  it("are empty where gsd has done nothing yet, and not found where there is no repository", async () => {
    expect((await get("/octo/bare/tracks")).text).toContain("No track is open");
    expect((await get("/octo/none/tracks")).status).toBe(404);
  });

  it("are led to from the forge's own pages, and lead back", async () => {
    expect((await get("/octo/shop")).text).toContain('href="/octo/shop/tracks"');
    expect((await get("/octo/shop/tracks")).text).toContain('href="/octo/shop"');
  });
});

interface Commit {
  repo: string;
  token: string;
  files: Record<string, string>;
}

/** Puts files on the ledger's branch, by the API. */
async function commitLedger(forge: Forge, { repo, token, files }: Commit): Promise<void> {
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${forge.urls.api}/repos/${repo}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { sha: string };
  };
  const tree = await call("POST", "/git/trees", {
    tree: Object.entries(files).map(([path, content]) => ({ path, mode: "100644", type: "blob", content })),
  });
  const commit = await call("POST", "/git/commits", { message: "ledger", tree: tree.sha, parents: [] });
  await call("POST", "/git/refs", { ref: "refs/heads/gsd/ledger", sha: commit.sha });
}
