import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPages } from "./start-pages.ts";

let pages: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages[Symbol.asyncDispose]());

const HEAD = "f".repeat(40);
const PAGES: [string, string][] = [
  ["/", "octo/shop"],
  ["/octo/shop", "Prices are in cents"],
  ["/octo/shop/tree/gsd/7-csv-export/src", "orders.ts"],
  ["/octo/shop/blob/main/README.md", "sell tea"],
  ["/octo/shop/blob/main/README.md?plain=1", "# Shop"],
  ["/octo/shop/blob/main/src/orders.ts", "export const rows"],
  ["/octo/shop/commits/main", "chore: start"],
  [`/octo/shop/commit/${HEAD}`, "With a header line."],
  ["/octo/shop/compare/main...gsd/7-csv-export", "1 ahead"],
  ["/octo/shop/issues", "Export orders as CSV"],
  ["/octo/shop/issues/new", "Open issue"],
  ["/octo/shop/issues/7", "Why this order"],
  ["/octo/shop/pulls", "Track: CSV export"],
  ["/octo/shop/pull/8", "quote fields"],
  ["/octo/shop/actions", "Workflow runs"],
  ["/octo/shop/actions/runs/90", "It broke"],
];

describe("every page", () => {
  it.each(PAGES)("%s shows %s", async (path, words) => {
    const { status, text } = await pages.get(path);
    expect(status).toBe(200);
    expect(text).toContain(words);
  });

  it.each(PAGES)("%s lets no script through, wherever it was written", async (path) => {
    const { text, headers } = await pages.get(path);
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(text).not.toContain("[object Object]");
    expect(text).not.toContain("undefined");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("calls nothing outside", async () => {
    for (const [path] of PAGES) {
      const { text } = await pages.get(path);
      expect(text.match(/(?:src|<link[^>]*href)="(?!\/)[^"]*"/g)).toBeNull();
    }
  });

  it("is a plain 404 when there is none", async () => {
    for (const path of ["/nowhere", "/octo/none", "/octo/shop/issues/99", "/octo/shop/%E0%A4%A"]) {
      const { status, text } = await pages.get(path);
      expect(status).toBe(404);
      expect(text).toContain("<h1>Not found</h1>");
    }
  });
});

describe("single pages", () => {
  it("lists only repositories that the viewer can see", async () => {
    expect((await pages.get("/")).text).not.toContain("octo/hidden");
  });

  it("leads from an issue's address to the pull request, as GitHub does", async () => {
    const { status, headers } = await pages.get("/octo/shop/issues/8");
    expect([status, headers.get("location")]).toEqual([302, "/octo/shop/pull/8"]);
    expect((await pages.get("/octo/shop/pull/8/files")).headers.get("location")).toBe(
      "/octo/shop/pull/8#files",
    );
  });

  it("puts a review comment below its line", async () => {
    const { text } = await pages.get("/octo/shop/pull/8");
    expect(text).toMatch(/class="number">4<\/td>[\s\S]*?<tr class="inline">[\s\S]*?quote fields/);
  });

  it("loads a run anew while it runs, until told to stop", async () => {
    expect((await pages.get("/octo/shop/actions/runs/90")).text).toContain('http-equiv="refresh"');
    expect((await pages.get("/octo/shop/actions/runs/90?refresh=off")).text).not.toContain(
      'http-equiv="refresh"',
    );
  });

  it("shows jobs as a tree and hands out artifacts", async () => {
    const { text } = await pages.get("/octo/shop/actions/runs/90");
    expect(
      text.match(/<p class="group"><span class="outcome failure"[^>]*>✗<\/span> job \(T01\)<\/p>/g),
    ).toHaveLength(1);
    const { headers, text: zip } = await pages.get("/octo/shop/actions/runs/90/artifacts/95");
    expect(zip).toBe("PK zip");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="gsd-7--script-alert-1-script-.zip"',
    );
  });

  it("hands out files only as pictures or plain text", async () => {
    const { headers } = await pages.get("/octo/shop/raw/main/src/orders.ts");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });
});

describe("forms", () => {
  const SENT: [string, Record<string, string>, unknown][] = [
    [
      "/octo/shop/issues/7/comment",
      { body: "/status\r\nplease" },
      { method: "POST", path: "/repos/octo/shop/issues/7/comments", body: { body: "/status\nplease" } },
    ],
    [
      "/octo/shop/issues/7/labels/add",
      { name: "gsd:plan" },
      { method: "POST", path: "/repos/octo/shop/issues/7/labels", body: { labels: ["gsd:plan"] } },
    ],
    [
      "/octo/shop/issues/7/labels/remove",
      { name: "a/b" },
      { method: "DELETE", path: "/repos/octo/shop/issues/7/labels/a/b" },
    ],
    [
      "/octo/shop/issues/7/state",
      { state: "closed" },
      { method: "PATCH", path: "/repos/octo/shop/issues/7", body: { state: "closed" } },
    ],
    [
      "/octo/shop/issues/new",
      { title: "T", body: "B" },
      { method: "POST", path: "/repos/octo/shop/issues", body: { title: "T", body: "B" } },
    ],
    [
      "/octo/shop/pull/8/review",
      { event: "APPROVE", sha: HEAD, body: "" },
      {
        method: "POST",
        path: "/repos/octo/shop/pulls/8/reviews",
        body: { event: "APPROVE", commit_id: HEAD },
      },
    ],
    [
      "/octo/shop/pull/8/merge",
      { method: "squash", sha: HEAD },
      { method: "PUT", path: "/repos/octo/shop/pulls/8/merge", body: { merge_method: "squash", sha: HEAD } },
    ],
    [
      "/octo/shop/actions/runs/90/cancel",
      {},
      { method: "POST", path: "/repos/octo/shop/actions/runs/90/cancel" },
    ],
  ];

  it.each(SENT)("%s is one call of the API as the viewer", async (path, fields, expected) => {
    const { status } = await pages.post(path, { ...fields, _csrf: await pages.csrf() });
    expect(status).toBe(303);
    expect(pages.writes.at(-1)).toMatchObject({ ...(expected as object), token: "maintainer-token" });
  });

  it.each(SENT)(
    "%s is refused without the hidden value, with a wrong one, and as another kind of content",
    async (path, fields) => {
      const before = pages.writes.length;
      expect((await pages.post(path, fields)).status).toBe(403);
      expect((await pages.post(path, { ...fields, _csrf: "wrong" })).status).toBe(403);
      const json = { "content-type": "text/plain" };
      expect((await pages.post(path, { ...fields, _csrf: await pages.csrf() }, json)).status).toBe(403);
      expect(pages.writes).toHaveLength(before);
    },
  );

  it("acts as the user chosen in the menu", async () => {
    const chosen = await pages.post("/-/viewer", {
      role: "visitor",
      back: "/octo/shop",
      _csrf: await pages.csrf(),
    });
    expect(chosen.headers.get("location")).toBe("/octo/shop");
    const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await pages.get("/", { cookie })).text).toContain("acting as <strong>visitor</strong>");
    const fields = { body: "hi", _csrf: await pages.csrf() };
    await pages.post("/octo/shop/issues/7/comment", fields, { cookie });
    expect(pages.writes.at(-1)?.token).toBe("visitor-token");
  });

  it("shows the API's own words when it refuses", async () => {
    const fields = { state: "closed", _csrf: await pages.csrf() };
    const { status, text } = await pages.post("/octo/shop/issues/7/state", fields, {
      cookie: "gsd-viewer=visitor",
    });
    expect(status).toBe(403);
    expect(text).toContain("Must have admin rights to Repository.");
  });

  it("goes back only to this site", async () => {
    const _csrf = await pages.csrf();
    for (const back of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
      const { headers } = await pages.post("/-/viewer", { role: "writer", back, _csrf });
      expect(headers.get("location")).toBe("/");
    }
  });
});

describe("other names for this machine", () => {
  it("are refused, so that no web page can point its own name here", async () => {
    const status = await new Promise((resolve, reject) => {
      const asked = request(pages.url, { headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on("error", reject).end();
    });
    expect(status).toBe(421);
  });
});
