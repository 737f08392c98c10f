import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createForgePages } from "../../local/forge/pages/forge-pages.ts";
import { driveActions, driveChecks } from "../contract/drive/drive-actions.ts";
import { driveCode } from "../contract/drive/drive-code.ts";
import { driveIssues } from "../contract/drive/drive-issues.ts";
import { drivePulls } from "../contract/drive/drive-pulls.ts";
import { startDrivenForge } from "../contract/start-driven-forge.ts";
import { loadContract, validateRecord } from "../contract/validate-exchange.ts";
import { crawl } from "./crawl.ts";

describe("the pages of a real forge", () => {
  let driven: Awaited<ReturnType<typeof startDrivenForge>>;
  beforeAll(async () => {
    const viewers = () => [
      { role: "maintainer", login: "ada", token: driven.tokens.ada },
      { role: "writer", login: "grace", token: driven.tokens.grace },
    ];
    driven = await startDrivenForge({ pages: createForgePages(viewers) });
    for (const drive of [driveCode, driveIssues, drivePulls, driveChecks, driveActions])
      await drive(driven.drivers);
  });
  afterAll(() => driven[Symbol.asyncDispose]());

  it("lead everywhere from the front page, with no dead link", async () => {
    const visited = await crawl(driven.forge.urls.server, "/");
    expect([...visited].filter(([, status]) => status !== 200)).toEqual([]);
    expect(visited.size).toBeGreaterThan(30);
  });

  it("take a comment as the viewer, and show it", async () => {
    const { server } = driven.forge.urls;
    const page = await (await fetch(`${server}/octo/shop/issues/1`)).text();
    const _csrf = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const body = new URLSearchParams({ _csrf, body: "by hand & by <b>" });
    const cookie = "gsd-viewer=writer";
    const answered = await fetch(`${server}/octo/shop/issues/1/comment`, {
      method: "POST",
      body,
      headers: { cookie },
    });
    const text = await answered.text();
    expect(answered.url).toBe(`${server}/octo/shop/issues/1`);
    expect(text).toContain("by hand &amp; by &lt;b&gt;");
    expect(text).toMatch(/<strong>grace<\/strong>\s+commented/);
  });

  it("ask the API only what GitHub's has", () => {
    expect(validateRecord(driven.readRecord(), loadContract())).toEqual([]);
    expect(driven.forge.stats().crashes).toEqual([]);
    expect(driven.forge.stats().unknown).toEqual({});
  });
});
