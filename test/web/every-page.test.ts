import { beforeAll, describe, expect, it } from "vitest";
import { formatPart } from "../../web/html.ts";
import { createWeb } from "../../web/pages.ts";
import type { Source } from "../../web/source.ts";
import { renderSaid } from "../../web/views/job/said.ts";
import { now } from "../builders/a-track.ts";
import { aRepositorySource } from "./a-source.ts";
import { busyTrack, hostile, samplePages, sampleSource } from "./sample.ts";

const web = createWeb({ site: "https://github.com", now: () => new Date(now) });
let source: Source;
beforeAll(async () => {
  source = await sampleSource();
});

async function get(path: string) {
  const { status, headers, body } = await web.answer({
    method: "GET",
    url: new URL(path, "http://localhost"),
    source,
  });
  return { status, headers, text: typeof body === "string" ? body : Buffer.from(body).toString("utf8") };
}

describe.each(samplePages)("the page %s", (name, path) => {
  it("is whole, and says what it is", async () => {
    const { status, text } = await get(path);
    expect(status).toBe(name === "not-found" ? 404 : 200);
    expect(text).toMatch(/<title>[^<]+ · gsd<\/title>/);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  it("lets no foreign word become markup, and has no script or style inside", async () => {
    const { text } = await get(path);
    expect(text).not.toContain("<script>");
    expect(text).not.toMatch(/<img src=x|<style/i);
    // Attributes by their names: what stands between quotes is only a value.
    const bare = text.replaceAll(/="[^"]*"/g, "=");
    expect(bare).not.toMatch(/<[^>]+\s(?:style|on\w+)=/i);
    expect(text).not.toContain("</title><script");
  });

  it("has ids only once, and links only to pages of ours and GitHub's", async () => {
    const { text } = await get(path);
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    const own = links
      .filter((href) => href.startsWith("/"))
      .map((href) => new URL(href.replaceAll("&amp;", "&"), "http://localhost").pathname);
    expect(own.filter((one) => !web.owns(one))).toEqual([]);
    expect(links.filter((href) => !/^(?:\/|#|\?|https:\/\/github\.com\/)/.test(href))).toEqual([]);
  });
});

describe("what pages show", () => {
  it.each([
    ["/octo/shop/tracks/42", /Review <a[^>]*>#11<\/a> \(T02\)/],
    [
      "/octo/shop/tracks/42",
      /<a class="node needs_input" href="\/octo\/shop\/tracks\/42\/tasks\/T03"><title>T03 Write rows as Markdown: waiting for you, after T01<\/title>/,
    ],
    ["/octo/shop/tracks/42", /runs for 3 min 40 s/],
    ["/octo/shop/tracks/42/timeline", /18 s<\/span> waiting/],
    ["/octo/shop/tracks/42/timeline?agents", /review security/],
    ["/octo/shop/tracks/42/cost", /Show it by role/],
    ["/octo/shop/tracks/42/cost?roles", /By role, in the newest jobs/],
    ["/octo/shop/tracks/42/history", /<strong>mia<\/strong> approved the plan/],
    ["/octo/shop/tracks/42/tasks/T02", /A field with a comma is quoted/],
    ["/octo/shop/tracks/42/tasks/T02", /export function csv/],
    ["/octo/shop/tracks/42/jobs/task/T02/2", /1 min 36 s waiting for the model/],
    ["/octo/shop/tracks/42/jobs/task/T02/1", /What the crew did is not here|review security/],
    ["/octo/shop/tracks/42/jobs/task/T04/1", /under way/],
    ["/octo/shop/tracks/42/trace", /invoke_agent correctness/],
    ["/octo/shop/spending", /By track/],
    ["/octo/shop/spending", /This week<\/dt><dd><strong>\$0\.66/],
    ["/octo/shop/tracks", /Today \(UTC\)<\/dt><dd><strong>\$0\.66<\/strong> of \$10\.00/],
    ["/octo/shop/tracks", /at work: T04/],
    ["/tracks", /need your help: see <a[^>]*>#500<\/a>/],
    ["/octo/shop/tracks/42/history", /which was refused \(not allowed\)/],
    ["/octo/shop/tracks/42/history", /pull\/10">#10<\/a>/],
    ["/octo/shop/recipes", /again until/],
    ["/octo/shop/tracks/500", /aria-label="T500 /],
    ["/octo/shop/tracks/500", /href="\/octo\/shop\/tracks\/500\?all#T\d+">\d+ more: show every task/],
    ["/octo/shop/tracks/500?all", /<tr id="T500">/],
    ["/trace", /nothing is uploaded/],
  ])("%s: %s", async (path, words) => {
    expect((await get(path)).text).toMatch(words);
  });

  it.each([
    "/octo/shop/tracks/42/tasks/T99",
    "/octo/shop/tracks/42/tasks/__proto__",
    "/octo/shop/tracks/42/jobs/task/T09/1",
    "/octo/shop/tracks/42/jobs/task/T02/2/said/nothing.txt",
    "/octo/shop/tracks/42/jobs/task/T02/2/said/..%2Fmanifest.json",
    "/octo/hidden/spending",
  ])("%s is not found", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("the overview", () => {
  it("begins with what waits for people, and ends with repositories in which nothing is open", async () => {
    const shops = { empty: [], busy: [busyTrack] };
    const sources = Object.entries(shops).map(([name, tracks]) => ({
      ...aRepositorySource(tracks),
      repository: { owner: "octo", name },
    }));
    const both: Source = {
      repositories: async () => sources.map(({ repository }) => repository),
      open: async ({ name }) => sources.find(({ repository }) => repository.name === name),
    };
    const { body } = await web.answer({
      method: "GET",
      url: new URL("http://localhost/tracks"),
      source: both,
    });
    const names = [...String(body).matchAll(/<h2><a[^>]*>([^<]+)<\/a>/g)].map(([, name]) => name);
    expect(names).toEqual(["octo/busy", "octo/empty"]);
  });
});

describe("the weight of a page", () => {
  it.each(samplePages)("of %s is below 100 KB before its plots", async (_, path) => {
    const { text } = await get(path);
    const plain = text.replaceAll(/<svg[\s\S]*?<\/svg>|<ol class="waves">[\s\S]*?<\/ol>/g, "");
    const files = await Promise.all(
      [...text.matchAll(/(?:src|href)="(\/-\/web\/[^"]+\.(?:css|js)[^"]*)"/g)].map(([, file = ""]) =>
        get(file),
      ),
    );
    const bytes = [plain, ...files.map((file) => file.text)].map((one) => Buffer.byteLength(one));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(100 * 1024);
  });
});

describe("a long transcript", () => {
  const path = "/octo/shop/tracks/42/jobs/task/T02/2/said/implement.1.txt";

  it("begins with its end, and leads to the rest", async () => {
    const { text } = await get(path);
    expect(text).toContain("step 3999:");
    expect(text).not.toContain("step 0:");
    expect(text).toContain(`href="${path}?page=1"`);
    expect((await get(`${path}?page=1`)).text).toContain("step 0:");
    expect(text.length).toBeLessThan(100_000);
  });

  it("has pages that begin with a line and lose nothing", async () => {
    const whole = (await get(`${path}?download`)).text;
    const shown: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { text } = await get(`${path}?page=${page}`);
      shown.push(/<pre class="said"[^>]*>([\s\S]*?)<\/pre>/.exec(text)?.[1] ?? "");
    }
    expect(shown.every((one) => one.startsWith("step "))).toBe(true);
    expect(shown.join("")).toBe(whole);
  });

  it("is cut between characters where a line has no end", () => {
    const bytes = new TextEncoder().encode("é€😀".repeat(40_000));
    const shown = [1, 2, 3, 4, 5, 6].map((page) => {
      const said = { file: "a.txt", bytes, here: "/a", back: { href: "/b", name: "b" }, page: String(page) };
      return /<pre class="said"[^>]*>([\s\S]*?)<\/pre>/.exec(formatPart(renderSaid(said)))?.[1] ?? "";
    });
    expect(shown.join("")).toBe(new TextDecoder().decode(bytes));
  });

  it("is given whole to whoever downloads it", async () => {
    const { headers, text } = await get(`${path}?download`);
    expect(headers["content-disposition"]).toBe('attachment; filename="implement.1.txt"');
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(text).toContain("step 0:");
    expect(text).toContain("step 3999:");
  });

  it("shows a prompt from its beginning, as it was written", async () => {
    const { text } = await get("/octo/shop/tracks/42/jobs/task/T02/2/said/implement.1.prompt.md");
    expect(text).toContain("# What you do");
    expect(text).toContain(
      hostile
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    );
  });
});
