import { describe, expect, it } from "vitest";
import { findSecrets } from "../../../core/scan/find-secrets.ts";
import { maskAll, maskSecrets } from "../../../core/scan/mask-secrets.ts";
import { toText } from "../../../core/text/to-text.ts";
import { aToken, secretSamples } from "./secret-samples.ts";

const token = aToken("ghp_", 36);
const kindsIn = (text: string, path = "src/a.ts") => findSecrets(text, path).map(({ kind }) => kind);

describe("finding credentials", () => {
  it.each(secretSamples)("finds one of %s, its line and how it begins", (kind, secret) => {
    const [found] = findSecrets(`first\nkey = "${secret}";\nlast`, "src/a.ts");
    expect(found).toEqual({ kind, line: 2, last: 2, mark: `${secret.slice(0, 4)}…` });
  });

  const around: [string, (token: string) => string][] = [
    ["glued to `_`", (token) => `my_${token}_key`],
    ["in an address", (token) => `https://x-access-token:${token}@github.com/o/r`],
    ["beside the example key", (token) => `AKIAIOSFODNN7EXAMPLE ${token}`],
    ["before the example key", (token) => `${token},AKIAIOSFODNN7EXAMPLE`],
    ["in an assignment without blanks", (token) => `TOKEN=${token};`],
    ["with two bytes a letter", (token) => [...token].join("\0")],
    ["after a carriage return", (token) => `a\r${token}\rb`],
    ["put together with +", (token) => `const t = "${token.slice(0, 9)}" + '${token.slice(9)}';`],
    ["put together by its neighbourhood", (token) => `t = "${token.slice(0, 9)}" "${token.slice(9)}"`],
    ["in a list that is joined", (token) => `["${token.slice(0, 9)}", "${token.slice(9)}"].join("")`],
    ["over two lines of strings", (token) => `"${token.slice(0, 9)}" +\n    "${token.slice(9)}"`],
    ["over a line break", (token) => `${token.slice(0, 20)}\n${token.slice(20)}`],
    ["over a line break of Windows", (token) => `${token.slice(0, 20)}\r\n${token.slice(20)}`],
    ["over a continued line", (token) => `export T=${token.slice(0, 20)}\\\n  ${token.slice(20)}`],
    ["over empty values of a template", (token) => `\`${token.slice(0, 9)}\u0024{""}${token.slice(9)}\``],
    ["over characters that nobody sees", (token) => `${token.slice(0, 9)}\u200b\u00ad${token.slice(9)}`],
    ["with letters by their numbers", (token) => `"\\x67\\u0068\\u{70}_${token.slice(4)}"`],
    [
      "as an address writes it",
      (token) => [...token].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(""),
    ],
    ["as a page writes it", (token) => [...token].map((one) => `&#${one.charCodeAt(0)};`).join("")],
    ["in Base64", (token) => btoa(token)],
    ["in Base64 for addresses", (token) => btoa(`??>${token}`).replaceAll("/", "_").replaceAll("+", "-")],
    ["in Base64 with something before it", (token) => `x${btoa(`user: ${token}\n`)}`],
    [
      "in Base64 of many lines",
      (token) => btoa(`${"a: 1\n".repeat(30)}${token}`).replaceAll(/.{60}/g, "$&\n"),
    ],
    ["in Base64 twice", (token) => btoa(btoa(token))],
    ["in hexadecimal", (token) => [...token].map((letter) => letter.charCodeAt(0).toString(16)).join("")],
  ];

  it.each(around)("finds a token %s", (_how, put) => {
    expect(findSecrets(`first\n${put(token)}`, "src/a.ts")).toContainEqual({
      kind: "github",
      line: expect.any(Number),
      last: expect.any(Number),
      mark: "ghp_…",
    });
  });

  it("finds a token in bytes that are no text", () => {
    const bytes = new Uint8Array([0, 255, 254, 0, ...new TextEncoder().encode(token), 0, 1, 2]);
    expect(kindsIn(toText(bytes), "logo.png")).toEqual(["github"]);
  });

  it("tells the lines of a token whose letters are numbers", () => {
    const text = `one \\x41\\x42\ntwo &#65;\n"\\x67${token.slice(1, 9)}" +\n "${token.slice(9)}";\n`;
    expect(findSecrets(text, "src/a.ts")).toEqual([{ kind: "github", line: 3, last: 4, mark: "ghp_…" }]);
  });

  it("tells the line of a piece where the token begins", () => {
    const text = `one\ntwo\nconst t =\n  "${token.slice(0, 9)}" +\n  "${token.slice(9)}";\n`;
    expect(findSecrets(text, "src/a.ts")).toEqual([{ kind: "github", line: 4, last: 5, mark: "ghp_…" }]);
  });

  it("finds a private key that is cut off", () => {
    expect(kindsIn(["-----BEGIN RSA PRIV", "ATE KEY-----\n", "MIIE".repeat(20)].join(""))).toEqual([]);
    const key = ["-----BEGIN RSA PRIV", "ATE KEY-----\n", "MIIEpAIBAAKCAQEA0123xyz".repeat(4)].join("");
    expect(kindsIn(key)).toContain("privatekey");
  });

  it("finds a key that an example stands right before", () => {
    expect(kindsIn(`AKIAIOSFODNN7EXAMPLE${aToken("AKIA", 16).toUpperCase()}`)).toEqual(["aws"]);
  });

  it("says nothing of a token that was there before, and tells of another one beside it", () => {
    const other = aToken("ghp_", 36, 7);
    expect(findSecrets(`x\n${token}`, "a", `${token}\n`)).toEqual([]);
    expect(findSecrets(`${token}\n${other}`, "a", `${token}\n`)).toMatchObject([{ line: 2 }]);
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "AKIAIOSFODNN7EXAMPLE and my_AKIAIOSFODNN7EXAMPLE_key",
    "risk-admin-dashboard-component-of-the-page",
    "ghs_installation_token_for_the_repository_of_this_workflow",
    "ghp_xxxx and sk-ant-… and npm_install",
    "npm_package_config_something_very_long_indeed_v2",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN RSA PRIVATE KEY-----",
    "sk-learn-is-a-library-for-python-people",
    "sha512-AKIAq3EGxxxxxxxxyz234==",
    "postgres://user:password@localhost/db",
    "https://user:password@example.com/",
    '"integrity": "sha512-hfdYra+ZB6RmviEApxeL/YCx4ovBtpj0d9c+uhlCZaCikObjb8Sb8yqBN6g8/9tt7qD7LXGE3k9RtVvGK1fNVw=="',
    "a".repeat(100_000),
    "deadbeef".repeat(10_000),
  ])("leaves %.40s alone", (text) => {
    expect(findSecrets(text, "src/a.ts")).toEqual([]);
  });

  it("opens no file, whatever a file is called", () => {
    expect(findSecrets("x", "package.json/../../../../etc/key.p12")).toEqual([]);
    expect(findSecrets("x", "/etc/hostname.p12")).toEqual([]);
  });
});

describe("words of agents", () => {
  it("lose the lines that have a credential, and keep the others", () => {
    expect(maskSecrets(`one\nmy ${token}\nthree`)).toBe(
      "one\n(gsd took this out: it looked like a secret, github)\nthree",
    );
    expect(maskSecrets("one\ntwo")).toBe("one\ntwo");
  });

  it("lose all lines that a credential hides in", () => {
    const masked = maskSecrets(`one\n${token.slice(0, 20)}\n${token.slice(20)}\nfour`);
    expect(masked).toBe("one\n(gsd took this out: it looked like a secret, github)\nfour");
    const encoded = btoa(`${"a: 1\n".repeat(30)}${token}`).replaceAll(/.{60}/g, "$&\n");
    expect(maskSecrets(`one\n\n- ${encoded}\n\nfour`).length).toBeLessThan(120);
  });

  it("are masked at any depth of an answer", () => {
    const answer = { summary: "fine", findings: [{ message: token, line: 3 }], done: true };
    expect(JSON.stringify(maskAll(answer))).not.toContain(token.slice(4));
    expect(maskAll(answer)).toMatchObject({ summary: "fine", findings: [{ line: 3 }], done: true });
  });
});
