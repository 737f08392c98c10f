import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aForge, aPull, client, commitFile, refusal, SHOP, workflowToken } from "./a-forge.ts";

const titles = async (forge: Awaited<ReturnType<typeof aForge>>) =>
  (await forge.as("bob").rest.issues.listForRepo({ ...SHOP, direction: "asc" })).data.map(
    (issue) => issue.title,
  );

describe("faults", () => {
  for (const when of ["before", "after"] as const) {
    it(`kill the holder of a token at its K-th request, ${when} it is applied`, async () => {
      await using forge = await aForge();
      const token = workflowToken(forge, { issues: "write" });
      const bot = client(forge, token);
      const killed: string[] = [];
      const fault = forge.faults.killAt({ token, k: 2, when, kill: (info) => killed.push(info.route) });
      await bot.rest.issues.create({ ...SHOP, title: "one" });
      await forge.as("ada").rest.issues.create({ ...SHOP, title: "of another" });
      await expect(bot.rest.issues.create({ ...SHOP, title: "two" })).rejects.toThrow();
      expect(killed).toEqual(["POST /repos/{owner}/{repo}/issues"]);
      expect(await titles(forge)).toEqual(
        when === "after" ? ["one", "of another", "two"] : ["one", "of another"],
      );
      await bot.rest.issues.create({ ...SHOP, title: "three" });
      expect([fault.count(), fault.fired()]).toEqual([3, 1]);
    });
  }

  it("answer a create with 502, applied or not", async () => {
    await using forge = await aForge();
    const create = (title: string) => forge.as("ada").rest.issues.create({ ...SHOP, title });
    forge.faults.failCreates({ applied: true });
    expect((await refusal(create("applied"))).status).toBe(502);
    forge.faults.failCreates({ applied: false });
    expect((await refusal(create("lost"))).status).toBe(502);
    await create("fine");
    expect(await titles(forge)).toEqual(["applied", "fine"]);
  });

  it("hide what was just created for some reads", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "topic", "x.txt", "x\n");
    forge.faults.hideCreated({ reads: 2, route: "POST /repos/{owner}/{repo}/pulls" });
    const pull = await aPull(ada);
    const read = () => ada.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect([(await refusal(read())).status, (await refusal(read())).status]).toEqual([404, 404]);
    expect((await read()).data.number).toBe(pull.number);
  });

  it("hide what was just created from lists too, when told", async () => {
    await using forge = await aForge();
    forge.faults.hideCreated({ reads: 1, lists: true });
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "late" });
    expect(await titles(forge)).toEqual([]);
    expect(await titles(forge)).toEqual(["late"]);
  });

  it("let another writer win the next contents PUT", async () => {
    await using forge = await aForge();
    const put = () =>
      forge
        .as("ada")
        .rest.repos.createOrUpdateFileContents({ ...SHOP, path: "a", message: "a", content: "YQ==" });
    forge.faults.conflictNextContentsPut(1);
    expect((await refusal(put())).status).toBe(409);
    expect((await put()).status).toBe(201);
  });

  it("bring in the secondary limit", async () => {
    await using forge = await aForge();
    forge.faults.rateLimit({ after: 1, retryAfter: 7 });
    const get = () => forge.as("ada").rest.repos.get(SHOP);
    await get();
    const refused = await refusal(get());
    expect([refused.status, refused.headers["retry-after"]]).toEqual([403, "7"]);
    await get();
  });
});

describe("the record", () => {
  it("holds every exchange, and no token", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-record-"));
    const record = join(folder, "record.jsonl");
    {
      await using forge = await aForge({ record });
      const token = forge.createUserToken("ada");
      await client(forge, token).rest.issues.create({ ...SHOP, title: `my token is ${token}` });
      await fetch(`${forge.urls.api}/nothing`);
    }
    const text = readFileSync(record, "utf8");
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      lines.map((line) => [line["type"], line["method"], line["route"], line["status"], line["tokenKind"]]),
    ).toEqual([
      ["rest", "POST", "/repos/{owner}/{repo}/issues", 201, "user"],
      ["rest", "GET", undefined, 404, "anonymous"],
    ]);
    expect(text).not.toContain("ghp_");
    rmSync(folder, { recursive: true });
  });
});
