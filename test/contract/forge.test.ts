import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_ROUTES } from "../../local/forge/routes/all.ts";
import { driveActions, driveChecks } from "./drive/drive-actions.ts";
import { driveApp } from "./drive/drive-app.ts";
import { driveCode } from "./drive/drive-code.ts";
import { driveGraphql } from "./drive/drive-graphql.ts";
import { driveIssues } from "./drive/drive-issues.ts";
import { drivePulls } from "./drive/drive-pulls.ts";
import { driveSettings } from "./drive/drive-settings.ts";
import { type RecordLine, webhookName } from "./record.ts";
import { startDrivenForge } from "./start-driven-forge.ts";
import { loadContract, validateRecord } from "./validate-exchange.ts";

const contract = loadContract();

describe("the forge, driven once through every route", () => {
  let driven: Awaited<ReturnType<typeof startDrivenForge>>;
  let record: RecordLine[];
  beforeAll(async () => {
    driven = await startDrivenForge();
    const { drivers, forge } = driven;
    for (const drive of [
      driveCode,
      driveIssues,
      drivePulls,
      driveChecks,
      driveActions,
      driveSettings,
      driveGraphql,
      driveApp,
    ])
      await drive(drivers);
    await forge.deliveries.idle();
    record = driven.readRecord();
  });
  afterAll(() => driven[Symbol.asyncDispose]());

  it("has only routes that GitHub has", () => {
    expect(Object.keys(ALL_ROUTES).filter((route) => !contract.rest[route])).toEqual([]);
  });

  it("answers on each of them", () => {
    const used = new Set(record.map((line) => (line.type === "rest" ? `${line.method} ${line.route}` : "")));
    expect(Object.keys(ALL_ROUTES).filter((route) => !used.has(route))).toEqual([]);
  });

  it("answers and asks as GitHub describes it", () => {
    const exchanges = record.filter((line) => line.type !== "webhook");
    expect(exchanges.length).toBeGreaterThan(100);
    expect(validateRecord(exchanges, contract)).toEqual([]);
  });

  it("sends webhooks as GitHub describes them", () => {
    const webhooks = record.filter((line) => line.type === "webhook");
    expect(new Set(webhooks.map(webhookName)).size).toBeGreaterThan(15);
    expect(validateRecord(webhooks, contract)).toEqual([]);
  });

  it("never crashed", () => {
    expect(driven.forge.stats().crashes).toEqual([]);
  });
});
