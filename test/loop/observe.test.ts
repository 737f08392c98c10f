import { describe, expect, it } from "vitest";
import { noFacts } from "../../core/model/facts.ts";
import type { Parse } from "../../core/parse/parsers.ts";
import { observe } from "../../loop/observe.ts";
import { aLedger } from "../adapters/ledger/a-ledger.ts";
import { aTrack } from "../builders/a-track.ts";
import { commented } from "../builders/triggers.ts";
import { commitFile, SHOP } from "../forge/a-forge.ts";

const backlog = `version: 1
tasks:
  - id: T01
    title: Export
    description: Export rows.
    acceptance: [Rows are exported.]
    scope: { files_hint: [src/export.ts] }
`;

/** A proposed plan on its branch, and what is asked of GitHub and of the parsers when somebody comments. */
async function aProposedPlan() {
  const one = await aLedger({ permissions: { issues: "read" } });
  const { pull: _, ...proposed } = aTrack({ phase: "proposed" });
  const track = { ...proposed, issue: 1, slug: "csv" };
  await one.forge.as("ada").rest.issues.create({ ...SHOP, title: "CSV export" });
  await commitFile(one.forge.as("ada"), "gsd/1-csv", "specs/changes/1-csv/BACKLOG.yaml", backlog);
  const parsed: string[] = [];
  const parse: Parse = (name, ...input) => {
    parsed.push(name);
    return one.ports.parse(name, ...input);
  };
  return {
    ...one,
    parsed,
    async comment(body: string, login: string) {
      const sender = { id: 7, login, bot: false };
      const trigger = commented(body, { issue: 1, thread: 1, sender });
      const before = one.forge.stats().requests;
      const facts = await observe({ ...one.ports, parse }, { ...noFacts }, { track, trigger });
      return { facts, requests: one.forge.stats().requests - before };
    },
  };
}

describe("what is read for a comment", () => {
  it.each(["/approve", "/approve\n/run research", "/retry T01", "/status", "/plan"])(
    "is their permission, and what the thread has told them, for somebody who may not command: %j",
    async (body) => {
      await using plan = await aProposedPlan();
      const { facts, requests } = await plan.comment(body, "eve");
      expect(plan.parsed).toEqual([]);
      expect(requests).toBe(2);
      expect(facts.plan).toBeUndefined();
    },
  );

  it("is the plan for somebody who approves it and may", async () => {
    await using plan = await aProposedPlan();
    const { facts } = await plan.comment("/approve", "ada");
    expect(plan.parsed).toEqual(["backlog"]);
    expect(facts.plan).toMatchObject({ problems: [], backlog: { tasks: [{ id: "T01" }] } });
  });
});
