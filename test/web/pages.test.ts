import { describe, expect, it } from "vitest";
import { GsdError } from "../../core/gsd-error.ts";
import type { Track } from "../../core/model/track.ts";
import { createWeb, type WebRequest } from "../../web/pages.ts";
import { aReadyTask, aTask, aTrack, now } from "../builders/a-track.ts";
import { aRepositorySource, aSource } from "./a-source.ts";

const web = createWeb({ site: "https://github.com", now: () => new Date(now) });
const tracks = [
  aTrack({ tasks: { T01: aReadyTask({ title: "Quote fields" }), T02: aTask({ dependsOn: ["T01"] }) } }),
  aTrack({ issue: 7, title: "Done long ago", phase: "merged" }),
];

async function get(
  path: string,
  { tracks: some = tracks, ...rest }: Partial<WebRequest> & { tracks?: Track[] } = {},
) {
  const url = new URL(path, "http://localhost");
  const source = aSource(aRepositorySource(some));
  const { status, headers, body } = await web.answer({ method: "GET", url, source, ...rest });
  return { status, headers, text: String(body) };
}

const pages: [string, RegExp][] = [
  ["/tracks", /1 of 1 open track waits for you/],
  ["/octo/shop/tracks", /Done long ago/],
  ["/octo/shop/tracks/42", /Quote fields/],
  ["/octo/shop/tracks/7", /Nothing; it is merged/],
];

describe("the pages about tracks", () => {
  it.each(pages)("%s is a page", async (path, words) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toMatch(words);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(text).not.toMatch(/<script(?! src="\/)|<style|\sstyle="|\son\w+=|undefined|\[object/);
  });

  it.each([
    "/octo/shop/tracks/99",
    "/octo/shop/tracks/042",
    "/octo/shop/tracks/x",
    "/octo/hidden/tracks",
    "/octo/..%2F..%2Fshop/tracks",
    "/octo/%E0%A4%A/tracks",
    "/nothing/here/at/all",
  ])("%s is not found, whether it is not there or may not be read", async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain("<h1>Not found</h1>");
  });

  it("owns its own addresses, and no others", () => {
    expect(
      ["/tracks", "/a/b/tracks", "/a/b/tracks/1", "/-/web/style.css"].filter((path) => !web.owns(path)),
    ).toEqual([]);
    expect(["/", "/a/b", "/a/b/issues/1", "/health", "/-/style.css"].filter(web.owns)).toEqual([]);
  });

  it("answers only GET and HEAD", async () => {
    expect((await get("/tracks", { method: "POST" })).status).toBe(405);
  });

  it("lets browsers keep the style sheet as long as it is this one", async () => {
    const { text } = await get("/tracks");
    const [, address = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    expect((await get(address)).headers["cache-control"]).toMatch(/immutable/);
    expect((await get("/-/web/style.css?v=old")).headers["cache-control"]).toBe("no-cache");
  });

  it("says what GitHub refused, and what to do", async () => {
    const failing = aSource(
      aRepositorySource([], {
        track: () => Promise.reject(new GsdError("rate-limited", "API rate limit <exceeded>")),
      }),
    );
    const { status, text } = await get("/octo/shop/tracks/42", { source: failing });
    expect(status).toBe(503);
    expect(text).toContain("Load this page again in a few minutes");
    expect(text).toContain("API rate limit &lt;exceeded&gt;");
  });

  it("says what to do where there is nothing yet", async () => {
    const { text } = await get("/octo/shop/tracks", { tracks: [] });
    expect(text).toContain("No track is open. Label an issue gsd:plan to start one.");
  });
});
