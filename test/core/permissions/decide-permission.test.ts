import { describe, expect, it } from "vitest";
import {
  actionsOf,
  type PermissionRule,
  permissionActions,
  permissionEffects,
  permissionScopes,
} from "../../../core/model/config/permissions.ts";
import type { PermissionRequest, Permit } from "../../../core/model/permission.ts";
import { createDecide, specificityOf } from "../../../core/permissions/decide-permission.ts";
import { createJudge, termsFor } from "../../../core/permissions/judge-request.ts";
import { withheldBy, withheldTools } from "../../../core/permissions/withhold.ts";
import { at } from "../../builders/a-track.ts";
import { type Chance, createChance } from "../../builders/random.ts";
import { rounds } from "../../builders/rounds.ts";

type Scope = PermissionRule["scope"];

function rule(scope: Scope, words: string, decision: PermissionRule["decision"]): PermissionRule {
  const [action = "*", pattern = "*"] = words.split(" ");
  return { scope, action: action as PermissionRule["action"], pattern, decision };
}

function request(words: string): PermissionRequest {
  const [scope = "", action = "", target = ""] = words.split(" ");
  return { scope: scope as Scope, action: action as PermissionRequest["action"], target };
}

function thenOf(rules: PermissionRule[], words: string): string {
  return createDecide(rules)(request(words)).decision;
}

const targets = ["a", "src/a.ts", "src/b/c.ts", "infra/main.tf", "terraform", "shell", "web"];
const patterns = ["*", "a", "src/**", "src/a.ts", "infra/*", "infra/main.tf", "terra*", "terraform", "shell"];

function aRule(chance: Chance): PermissionRule {
  const scope = chance.pick(permissionScopes);
  const action = chance.oneIn(3) ? "*" : chance.pick<PermissionRule["action"]>(actionsOf[scope]);
  return { scope, action, pattern: chance.pick(patterns), decision: chance.pick(permissionEffects) };
}

function aRequest(chance: Chance): PermissionRequest {
  const scope = chance.pick(permissionScopes);
  const action = chance.pick<PermissionRequest["action"]>(actionsOf[scope]);
  return { scope, action, target: chance.pick(targets) };
}

describe("how specific a rule is", () => {
  it.each([
    ["tool", "*", 0],
    ["file", "*", 25],
    ["tool", "use *", 50],
    ["file", "write infra/**", 75],
    ["tool", "* shell", 100],
    ["file", "* infra/main.tf", 125],
    ["tool", "use shell", 150],
    ["command", "run terraform", 175],
  ] as const)("%s %s counts %i", (scope, words, count) => {
    expect(specificityOf(rule(scope, words, "allow"))).toBe(count);
  });
});

describe("which rule decides", () => {
  it("is the most specific one, wherever it stands", () => {
    const rules = [
      rule("file", "write infra/README.md", "allow"),
      rule("file", "write infra/**", "deny"),
      rule("file", "*", "ask"),
    ];
    for (const list of [rules, rules.toReversed()]) {
      expect(thenOf(list, "file write infra/README.md")).toBe("allow");
      expect(thenOf(list, "file write infra/a/main.tf")).toBe("deny");
      expect(thenOf(list, "file write src/a.ts")).toBe("ask");
    }
  });

  it("is the strictest of those that are as specific", () => {
    const all = permissionEffects.map((decision) => rule("command", "run terraform", decision));
    expect(thenOf(all, "command run terraform")).toBe("deny");
    expect(thenOf(all.slice(0, 2), "command run terraform")).toBe("ask");
  });

  it("leaves all that the sandbox holds anyway as it was, where nobody wrote a rule", () => {
    for (const words of [
      "file read a",
      "file write src/a.ts",
      "file delete a",
      "command run git",
      "tool use shell",
    ])
      expect(thenOf([], words)).toBe("allow");
    for (const words of ["tool use web", "tool use agents", "tool use mcp"])
      expect(thenOf([], words)).toBe("deny");
  });

  it("asks about what no rule knows, and denies what makes no sense", () => {
    expect(createDecide([])(request("tool use telescope"))).toEqual({ decision: "ask" });
    expect(createDecide([rule("tool", "*", "allow")])(request("tool write x"))).toEqual({ decision: "deny" });
  });

  it("takes a path as forbidden however it is spelled, and as allowed only as it is written", () => {
    expect(thenOf([rule("file", "write infra/**", "deny")], "file write Infra/main.tf")).toBe("deny");
    const rules = [rule("file", "write infra/**", "deny"), rule("file", "write infra/a.md", "allow")];
    expect(thenOf(rules, "file write infra/A.md")).toBe("deny");
  });

  it("means what is below a folder, with and without a star", () => {
    for (const pattern of ["infra", "infra/", "infra/*", "infra/**"])
      expect(thenOf([rule("file", `write ${pattern}`, "deny")], "file write infra/a/b.tf")).toBe("deny");
    expect(thenOf([rule("file", "write *.pem", "deny")], "file write a.pem")).toBe("deny");
    expect(thenOf([rule("file", "write *.pem", "deny")], "file write src/a.pem")).toBe("allow");
  });
});

describe("rules by chance", () => {
  /** Each by a seed of its own. */
  function each(
    look: (given: { rules: PermissionRule[]; asked: PermissionRequest; chance: Chance }) => void,
  ) {
    for (let seed = 1; seed <= rounds(5_000); seed += 1) {
      const chance = createChance(seed);
      const rules = Array.from({ length: chance.number(8) }, () => aRule(chance));
      look({ rules, asked: aRequest(chance), chance });
    }
  }

  it("are decided by one that fits and that no other which fits outranks", () => {
    each(({ rules, asked }) => {
      const fitting = rules.filter((one) => createDecide([one], [])(asked).rule);
      if (fitting.length === 0) return;
      const decided = createDecide(rules)(asked);
      const most = Math.max(...fitting.map(specificityOf));
      const top = fitting.filter((one) => specificityOf(one) === most).map(({ decision }) => decision);
      expect(decided.decision).toBe(
        (["deny", "ask", "allow"] as const).find((decision) => top.includes(decision)),
      );
      expect(decided.rule && specificityOf(decided.rule)).toBe(most);
    });
  });

  it("say the same in any order", () => {
    each(({ rules, asked }) =>
      expect(createDecide(rules.toReversed())(asked).decision).toBe(createDecide(rules)(asked).decision),
    );
  });

  it("are never loosened by one more that denies", () => {
    const rank = { allow: 0, ask: 1, deny: 2 };
    each(({ rules, asked, chance }) => {
      const more = { ...aRule(chance), decision: "deny" as const };
      const after = createDecide([...rules, more])(asked).decision;
      expect(rank[after]).toBeGreaterThanOrEqual(rank[createDecide(rules)(asked).decision]);
    });
  });

  it("yield to a person only where they ask, and only for the very same request", () => {
    each(({ rules, asked, chance }) => {
      const request = aRequest(chance);
      const { decision } = createDecide(rules)(asked);
      const isSame = JSON.stringify(request) === JSON.stringify(asked);
      const judge = createJudge({ rules, decided: [{ request, allowed: true }], mayAsk: true });
      expect(judge(asked).decision).toBe(decision === "ask" && isSame ? "allow" : decision);
    });
  });
});

describe("what people said", () => {
  const rules = [rule("file", "write infra/**", "ask")];
  const wants = [{ scope: "file", action: "write", target: "infra/main.tf" } as const];
  const permit: Permit = { task: "T01", number: 1, at: at(1), by: "implement, developer", wants };
  const allowed = { ...permit, decision: { allowed: true, by: "ada", at: at(2) } };
  const judged = (permits: Permit[], task: string, target = "infra/main.tf", asksPeople = true) =>
    createJudge(termsFor({ permits, config: { permissions: rules } }, { asksPeople, task }))({
      ...wants[0]!,
      target,
    }).decision;

  it("counts for the task that asked, for what it asked, and for nothing else", () => {
    expect(judged([permit], "T01")).toBe("ask");
    expect(judged([allowed], "T01")).toBe("allow");
    expect(judged([allowed], "T01", "infra/main.tf", false)).toBe("allow");
    expect(judged([allowed], "T01", "infra/other.tf")).toBe("ask");
    expect(judged([allowed], "T02")).toBe("ask");
  });

  it("counts when it was a no, and nobody is asked where only a task may", () => {
    expect(judged([{ ...permit, decision: { allowed: false, by: "ada", at: at(2) } }], "T01")).toBe("deny");
    expect(judged([permit], "T01", "infra/main.tf", false)).toBe("deny");
  });

  it("is asked for five times at most", () => {
    const many = [1, 2, 3, 4, 5].map((number) => ({ ...allowed, number }));
    expect(judged(many, "T01", "infra/other.tf")).toBe("deny");
    expect(judged(many, "T01")).toBe("allow");
  });
});

describe("what the sandbox keeps", () => {
  const terms = (...rules: PermissionRule[]) => ({ rules, decided: [], mayAsk: true });

  it("is nothing where no rule keeps anything: then nothing is slower than before", () => {
    expect(withheldBy(terms())).toBeUndefined();
    expect(
      withheldBy(terms(rule("file", "write infra/**", "deny"), rule("tool", "*", "deny"))),
    ).toBeUndefined();
  });

  it("is never what gsd itself needs, whatever a wildcard says", () => {
    const kept = withheldBy(terms(rule("command", "run *", "deny"), rule("command", "run git", "allow")));
    expect(["sh", "node", "git", "tar"].map((name) => kept?.program?.(name))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it("is also what takes leave, until a person has given it", () => {
    const rules = [rule("file", "read secrets/**", "ask")];
    const read = { scope: "file", action: "read", target: "secrets/a" } as const;
    expect(withheldBy(terms(...rules))?.file?.("secrets/a")).toBe(true);
    expect(
      withheldBy({ rules, decided: [{ request: read, allowed: true }], mayAsk: true })?.file?.("secrets/a"),
    ).toBe(false);
    expect(withheldTools(terms(rule("tool", "use shell", "ask")))).toEqual(["shell"]);
  });
});

it("has an action for every scope", () => {
  expect([...new Set(Object.values(actionsOf).flat())].sort()).toEqual([...permissionActions].sort());
});
