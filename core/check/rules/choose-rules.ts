import type { PackName, RuleSettings } from "../../model/config/rules.ts";
import type { Problem } from "../../model/validate.ts";
import { closest } from "../../text/closest.ts";
import type { Rule } from "./rule.ts";

/** A rule and where it is from: one of our packs, or the repository itself. */
export interface KnownRule {
  rule: Rule;
  pack: string;
}

/** Rules that the lists of files in the settings are for. */
const always = "always-test";
const usually = "change-needs-test";

/** The rules that count in a repository: its own, and those of the packs that it has, as it wants them. */
export function chooseRules(
  known: readonly KnownRule[],
  settings: RuleSettings,
): { rules: Rule[]; problems: Problem[] } {
  const { packs, off, severity } = settings;
  const wanted = known.filter(({ pack, rule }) => {
    if (off.includes(rule.id)) return false;
    if (rule.id === always && pack !== "own") return settings.always_test.length > 0;
    return pack === "own" || packs.includes(pack as PackName);
  });
  const rules = wanted.map(({ rule }) => {
    const own = Object.hasOwn(severity, rule.id) ? severity[rule.id] : undefined;
    return withLists({ ...rule, severity: own ?? rule.severity }, settings);
  });
  return { rules, problems: findUnknown(known, settings) };
}

function withLists(rule: Rule, { always_test: files, never_test: never }: RuleSettings): Rule {
  const except = [...rule.except, ...never];
  if (rule.id === always) return { ...rule, files, except };
  return rule.id === usually ? { ...rule, except } : rule;
}

/** A name that is mistyped would leave on what somebody means to be off. */
function findUnknown(known: readonly KnownRule[], { off, severity }: RuleSettings): Problem[] {
  const names = known.map(({ rule }) => rule.id);
  const refuse = (name: string, path: string): Problem[] => {
    if (names.includes(name)) return [];
    const near = closest(name, names);
    const help = near ? `did you mean ${near}?` : "see docs/rules.md for them";
    return [{ path, message: `names the rule ${JSON.stringify(name)}, which does not exist; ${help}` }];
  };
  return [
    ...off.flatMap((name, index) => refuse(name, `rules.off[${index}]`)),
    ...Object.keys(severity).flatMap((name) => refuse(name, `rules.severity.${name}`)),
  ];
}
