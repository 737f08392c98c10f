import { describe, expect, it } from "vitest";
import { mayRun, teamsFor } from "../../../core/command/permissions.ts";

const config = { who: {}, trusted_bots: [77] };
const aPerson = (permission: string) => ({ id: 1, bot: false, permission });

describe("who may give a command", () => {
  it.each(["write", "maintain", "admin"])("someone with %s access may", (permission) => {
    expect(mayRun(aPerson(permission), { type: "approve" }, config)).toEqual({ ok: true });
  });

  it.each(["triage", "read", "none", "", "WRITE", "constructor"])(
    "someone with %j access may not",
    (permission) => {
      expect(mayRun(aPerson(permission), { type: "plan" }, config)).toEqual({
        ok: false,
        reason: "permission",
        needs: ["write"],
        unseen: [],
      });
    },
  );

  it("a bot may not, whatever its access", () => {
    const bot = { id: 5, bot: true, permission: "admin" };
    expect(mayRun(bot, { type: "plan" }, config)).toEqual({ ok: false, reason: "bot" });
  });

  it("a bot that the configuration lists by its id may, but never approve", () => {
    const bot = { id: 77, bot: true, permission: "none" };
    expect(mayRun(bot, { type: "plan" }, config)).toEqual({ ok: true });
    expect(mayRun(bot, { type: "approve" }, config)).toEqual({ ok: false, reason: "bot" });
  });

  it("a person whose id is that of a listed bot gains nothing by it", () => {
    expect(mayRun({ id: 77, bot: false, permission: "read" }, { type: "plan" }, config).ok).toBe(false);
  });
});

describe("who may, by the configuration", () => {
  const rights = (who: Record<string, string | string[]>) => ({ who, trusted_bots: [] });
  const ada = (permission: string, more = {}) => ({ ...aPerson(permission), login: "Ada", ...more });

  it.each([
    ["triage", "triage", true],
    ["triage", "read", false],
    ["maintain", "write", false],
    ["maintain", "maintain", true],
    ["admin", "maintain", false],
    ["admin", "admin", true],
  ])("a command for %s takes somebody with %s access: %s", (need, permission, ok) => {
    expect(mayRun(ada(permission), { type: "retry" }, rights({ retry: need })).ok).toBe(ok);
    expect(mayRun(ada(permission), { type: "approve" }, rights({ approve: ["admin", need] })).ok).toBe(ok);
  });

  it("named people need triage access at least, and others are told who may", () => {
    const named = rights({ approve: ["@ada", "@acme/leads"] });
    expect(mayRun(ada("triage"), { type: "approve" }, named)).toEqual({ ok: true });
    expect(mayRun(ada("read"), { type: "approve" }, named).ok).toBe(false);
    expect(mayRun({ ...aPerson("admin"), login: "bob" }, { type: "approve" }, named)).toEqual({
      ok: false,
      reason: "permission",
      needs: ["@ada", "@acme/leads"],
      unseen: [],
    });
  });

  it("a team's people may; one that GitHub does not show lets nobody in", () => {
    const leads = rights({ approve: "@Acme/Leads" });
    const inTeam = (membership: unknown) => ({
      ...aPerson("write"),
      teams: { "@acme/leads": membership as true },
    });
    expect(mayRun(inTeam(true), { type: "approve" }, leads).ok).toBe(true);
    expect(mayRun(inTeam(false), { type: "approve" }, leads)).toMatchObject({ ok: false, unseen: [] });
    expect(mayRun(inTeam("unseen"), { type: "approve" }, leads)).toMatchObject({
      ok: false,
      unseen: ["@Acme/Leads"],
    });
    expect(teamsFor([{ type: "approve" }, { type: "plan" }], leads)).toEqual(["@acme/leads"]);
  });

  it("somebody of whom GitHub does not say what they may do may do nothing", () => {
    expect(mayRun({ ...ada("admin"), unknown: "502" }, { type: "help" }, rights({}))).toEqual({
      ok: false,
      reason: "unknown",
    });
  });
});
