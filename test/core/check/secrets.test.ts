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

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
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
