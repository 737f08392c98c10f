import type { Config } from "../config.ts";
import type { Locate, Problem } from "../validate.ts";

const spends = "it says where your key is sent";
const runs = "it says what runs in the repository, or what that may reach";
const guards = "it says what holds an agent, or whose word counts";

/**
 * Whether an organisation may write a setting for all of its repositories; if not, why. Whoever can write to `<owner>/.github` may not
 * be one of those who can write to a repository, so what could take its key or loosen its guard is written there alone.
 */
const sharing: Record<keyof Config, true | string> = {
  version: true,
  engine: true,
  model: true,
  tiers: true,
  fallback: true,
  roles: true,
  review_engine: true,
  models: true,
  budget: true,
  limits: true,
  rules: true,
  merge_method: true,
  protected_paths: true,
  reviewers: true,
  label: true,
  nightly: true,
  dashboard: true,
  roadmap: true,
  notify: true,
  approvals: true,
  base_urls: spends,
  script: runs,
  setup: runs,
  commands: runs,
  verification: runs,
  sandbox: guards,
  permissions: guards,
  scan: guards,
  ci: guards,
  auto_merge: guards,
  who: guards,
  codeowners: guards,
  trusted_bots: guards,
  organization: "it is a repository's answer to this file",
};

/** For the documents, too. */
export const ownSettings = Object.entries(sharing).flatMap(([name, may]) =>
  may === true ? [] : [{ name, why: may }],
);

/** What an organisation's file may not say. */
export function checkSharing(written: Record<string, unknown>, locate: Locate): Problem[] {
  const own = ownSettings
    .filter(({ name }) => Object.hasOwn(written, name))
    .map(({ name, why }) => ({
      path: name,
      message: `cannot be set for all repositories at once, since ${why}; write it in a repository's .github/gsd.yml`,
      ...locate([name]),
    }));
  const paths = Array.isArray(written["protected_paths"]) ? written["protected_paths"] : [];
  const freed = paths.flatMap((path, at): Problem[] => {
    if (!String(path).startsWith("!")) return [];
    const message = `takes ${JSON.stringify(String(path).slice(1))} out of what is protected, which a repository can only do for itself`;
    return [{ path: `protected_paths[${at}]`, message, ...locate(["protected_paths", at]) }];
  });
  return [...own, ...freed];
}
