import { describe, expect, it } from "vitest";
import { mayRun } from "../../../core/command/permissions.ts";

const config = { trusted_bots: [77] };
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
