import { describe, expect, it } from "vitest";
import { chooseRules, type KnownRule } from "../../../../core/check/rules/choose-rules.ts";
import { parseRule } from "../../../../core/check/rules/parse-rule.ts";
import { usualRules } from "../../../../core/model/config/rules.ts";
import { defaultConfig, parseConfig } from "../../../../core/model/parse-config.ts";

function aRule(pack: string, id: string): KnownRule {
  const parsed = parseRule(`id: ${id}\nfiles: ["**"]\ndeny: [x]\nseverity: suggestion\nmessage: No.\n`);
  if (!parsed.ok) throw new Error("the rule of this test is wrong");
  return { pack, rule: parsed.rule };
}

const known = [
  aRule("base", "no-debugger"),
  aRule("naming", "ts-file-names"),
  aRule("own", "our-rule"),
  aRule("testing", "change-needs-test"),
  aRule("testing", "always-test"),
];
const namesOf = (settings: Partial<typeof usualRules>) =>
  chooseRules(known, { ...usualRules, ...settings }).rules.map(({ id }) => id);

describe("the rules of a repository", () => {
  it("are its own and those of its packs, without those that it switched off", () => {
    expect(namesOf({})).toEqual(["no-debugger", "our-rule", "change-needs-test"]);
    expect(namesOf({ packs: ["naming"] })).toEqual(["ts-file-names", "our-rule"]);
    expect(namesOf({ off: ["no-debugger", "our-rule"] })).toEqual(["change-needs-test"]);
  });

  it("have the severity that it gives them", () => {
    const { rules } = chooseRules(known, { ...usualRules, severity: { "no-debugger": "blocker" } });
    expect(rules.map(({ severity }) => severity)).toEqual(["blocker", "suggestion", "suggestion"]);
  });

  it("ask for tests where it says so, and nowhere else", () => {
    const settings = { ...usualRules, always_test: ["src/**"], never_test: ["src/types/**"] };
    const { rules } = chooseRules(known, settings);
    expect(rules.find(({ id }) => id === "always-test")).toMatchObject({
      files: ["src/**"],
      except: ["src/types/**"],
    });
    expect(rules.find(({ id }) => id === "change-needs-test")?.except).toEqual(["src/types/**"]);
  });

  it("are told by the nearest name where one does not exist", () => {
    const settings = { ...usualRules, off: ["no-debuger"], severity: { nothing: "blocker" as const } };
    expect(chooseRules(known, settings).problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'rules.off[0] names the rule "no-debuger", which does not exist; did you mean no-debugger?',
      'rules.severity.nothing names the rule "nothing", which does not exist; see docs/rules.md for them',
    ]);
  });

  it("are the usual packs where nothing is written, and an unknown pack is refused with its line", () => {
    expect(defaultConfig().rules).toEqual(usualRules);
    const reading = parseConfig("rules:\n  packs: [base, securty]\n");
    expect(reading.ok ? [] : reading.problems).toMatchObject([
      { path: "rules.packs[1]", line: 2, message: expect.stringContaining("security") },
    ]);
  });
});
