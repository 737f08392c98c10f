import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../core/check/secrets.ts";

// Put together here, so that no scanner takes this file for a leak.
const join = (...parts: string[]) => parts.join("");

describe("finding credentials", () => {
  it.each([
    ["private key", join("-----BEGIN RSA PRIV", "ATE KEY-----")],
    ["private key", join("-----BEGIN PRIV", "ATE KEY-----")],
    ["AWS access key", join("AKIA", "Q3EGXXXXXXXYZ234")],
    ["GitHub token", join("ghp_", "a1B2".repeat(9))],
    ["GitHub token", join("ghs_", "a1B2".repeat(9))],
    ["GitHub fine-grained token", join("github_pat_", "a1B2".repeat(20))],
    ["Anthropic key", join("sk-ant-", "api03-", "a1B2".repeat(10))],
    ["OpenAI key", join("sk-proj-", "a1B2".repeat(10))],
    ["Google API key", join("AIza", "a1B2c".repeat(7))],
    ["Slack token", join("xoxb-", "123456789012-abcdefghij")],
    ["npm token", join("npm_", "a1B2".repeat(9))],
  ])("finds a %s and its line", (name, secret) => {
    expect(findSecrets(`first\nkey = "${secret}";\nlast`)).toEqual([{ name, line: 2 }]);
  });

  const tokens: [string, string][] = [
    ["AWS access key", join("AKIA", "Q3EGXXXXXXXYZ234")],
    ["GitHub token", join("ghp_", "a1B2".repeat(9))],
    ["GitHub token", join("ghs_", "1234567_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2ln")],
    ["GitHub token", join("ghs_", "Iv23liAbCdEf_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2ln")],
    ["GitHub fine-grained token", join("github_pat_", "a1B2".repeat(80))],
    ["Anthropic key", join("sk-ant-", "api03-", "a1B2".repeat(10))],
    ["OpenAI key", join("sk-proj-", "a1B2".repeat(100))],
    ["Google API key", join("AIza", "a1B2c".repeat(7))],
    ["Slack token", join("xoxb-", "123456789012-abcdefghij")],
    ["npm token", join("npm_", "a1B2".repeat(9))],
    ["Stripe live key", join("sk_live_", "a1B2".repeat(6))],
  ];
  const around: [string, (token: string) => string][] = [
    ["glued to `_`", (token) => `my_${token}_key`],
    ["in an address", (token) => `https://x-access-token:${token}@github.com/o/r`],
    ["beside the example key", (token) => `AKIAIOSFODNN7EXAMPLE ${token}`],
    ["before the example key", (token) => `${token},AKIAIOSFODNN7EXAMPLE`],
    ["in an assignment without blanks", (token) => `TOKEN=${token};`],
    ["with two bytes a letter", (token) => [...token].join("\0")],
    ["after a carriage return", (token) => `a\r${token}\rb`],
  ];
  const cases = tokens.flatMap(([name, token]) =>
    around.map(([how, put]): [string, string, string] => [name, how, put(token)]),
  );

  it.each(cases)("finds a %s %s", (name, _how, line) => {
    expect(findSecrets(`first\n${line}`)).toEqual([{ name, line: 2 }]);
  });

  it("finds a key that an example stands right before", () => {
    expect(findSecrets(join("AKIAIOSFODNN7EXAMPLE", "AKIA", "Q3EGXXXXXXXYZ234"))).toHaveLength(1);
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "AKIAIOSFODNN7EXAMPLE and my_AKIAIOSFODNN7EXAMPLE_key",
    "risk-admin-dashboard-component-of-the-page",
    "ghs_installation_token_for_the_repository_of_this_workflow",
    "ghp_xxxx and sk-ant-… and npm_install",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "sk-learn-is-a-library-for-python-people",
    "sha512-AKIAq3EGxxxxxxxxyz234==",
    "a".repeat(100_000),
  ])("leaves %.40s alone", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});
