import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { aClone, ended } from "../a-clone.ts";

const files = { "README.md": "# A\n", "issue.md": "# Add a page\n\nPlease.\n" };

describe("gsd simulate", () => {
  it("shows each step within the columns that there are and ends at the plan when told to", async () => {
    const checks = "name: Checks\non: pull_request\njobs: {}\n";
    using clone = aClone({ ...files, ".github/workflows/checks.yml": checks });
    clone.write("notes.txt", "mine\n");
    const { status, stdout, stderr } = await clone.gsd(["simulate", "issue.md", "--until", "plan"]);
    expect(stderr).toContain("Not committed: notes.txt");
    expect(stdout).toContain('person  opens #1 "Add a page"');
    expect(stdout).toContain("person  labels #1 gsd:plan");
    expect(stdout).toMatch(/gsd {5}opens draft #2 "gsd: Add a page"/);
    expect(stdout).toContain("reached     the plan is proposed");
    // It is installed as `gsd init` does it.
    expect(stdout).not.toContain("does not hear");
    expect(stdout).not.toMatch(/you {5}comments/);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(status).toBe(0);
    expect(clone.left()).toEqual([]);
  }, 120_000);

  it("leaves nothing behind at Ctrl-C", async () => {
    using clone = aClone(files);
    const child = clone.start(["simulate", "issue.md"]);
    const end = ended(child);
    child.stdout?.on("data", (chunk) => String(chunk).includes("labels #1") && child.kill("SIGINT"));
    const { status, stderr } = await end;
    expect(stderr).toContain("gsd: stopped; nothing is left behind.");
    expect(status).toBe(130);
    expect(clone.left()).toEqual([]);
  }, 120_000);

  it("says where gsd would stop, and ends with 3: a base whose tests fail", async () => {
    using clone = aClone({ ...files, ".github/gsd.yml": "commands: { test: 'exit 1' }\n" });
    const { status, stdout } = await clone.gsd(["simulate", "issue.md", "--json"]);
    const told = JSON.parse(stdout);
    if (told.withoutSandbox !== undefined) return;
    expect(told).toMatchObject({ reached: "plan", commands: [{ name: "test", result: "failed" }] });
    expect(status).toBe(3);
  }, 120_000);

  it("reads an issue by its number, with the token", async () => {
    using clone = aClone(files);
    clone.git("remote", "add", "origin", "git@github.com:acme/tally.git");
    const asked: (string | undefined)[] = [];
    const api = createServer((request, response) => {
      asked.push(request.url, request.headers.authorization);
      const isThere = request.url === "/repos/acme/tally/issues/42";
      response.writeHead(isThere ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isThere ? { number: 42, title: "Export", body: "Please." } : {}));
    }).listen(0, "127.0.0.1");
    await once(api, "listening");
    const env = {
      GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      GH_TOKEN: "secret",
    };
    const found = await clone.gsd(["simulate", "42", "--until", "plan", "--json"], env);
    const missing = await clone.gsd(["simulate", "43"], env);
    api.close();
    expect(JSON.parse(found.stdout)).toMatchObject({
      repository: "acme/tally",
      issue: { number: 42, title: "Export" },
      reached: "plan",
    });
    expect(found.stdout).not.toContain("secret");
    expect(asked.slice(0, 2)).toEqual(["/repos/acme/tally/issues/42", "token secret"]);
    expect(missing.stderr).toMatch(/acme\/tally has no issue #43.*GH_TOKEN may not be allowed/);
    expect(missing.status).toBe(1);
    const offline = await clone.gsd(["simulate", "42"], env);
    expect(offline.stderr).toMatch(/cannot be reached, so #42 cannot be read.*gsd simulate issue\.md/);
    expect(offline.status).toBe(1);
  }, 120_000);
});

describe("gsd simulate refuses", () => {
  it.each([
    ["nothing", /neither the number of an issue nor a file/, files],
    ["42", /no remote "origin" that names a repository/, files],
    ["plain.md", /plain\.md has no heading/, { ...files, "plain.md": "words\n" }],
    ["issue.md", /has no commit yet/, {}],
  ])("%s: %s", async (argument, words, committed) => {
    using clone = aClone(committed as Record<string, string>);
    const { status, stderr, stdout } = await clone.gsd(["simulate", argument]);
    expect(stderr).toMatch(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("a folder that is no repository", async () => {
    using clone = aClone({});
    clone.git("init", "--quiet");
    const { rmSync } = await import("node:fs");
    rmSync(`${clone.folder}/.git`, { recursive: true });
    const { status, stderr } = await clone.gsd(["simulate", "issue.md"]);
    expect(stderr).toMatch(/is not in a git repository\. Go to your clone/);
    expect(status).toBe(2);
  });

  it("a configuration with three errors, all by line", async () => {
    const config = "engine: gpt\nlimits:\n  parallel: many\nlabl: x\n";
    using clone = aClone({ ...files, ".github/gsd.yml": config });
    const { status, stderr } = await clone.gsd(["simulate", "issue.md"]);
    expect(stderr).toContain("gsd: .github/gsd.yml has 3 errors:");
    for (const line of [1, 3, 4]) expect(stderr).toContain(`.github/gsd.yml:${line}: `);
    expect(status).toBe(1);
  });
});
