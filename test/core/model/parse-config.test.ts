import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { parseAllowedHost } from "../../../crew/sandbox/allowed-hosts.ts";

function problemsOf(text: string) {
  const reading = parseConfig(text);
  if (reading.ok) throw new Error("should have been refused");
  return reading.problems;
}

describe("configuration", () => {
  it("is all defaults when the file is missing, empty or only comments", () => {
    const defaults = parseConfig(undefined);
    expect(defaults).toMatchObject({
      ok: true,
      config: { version: 1, engine: "script", merge_method: "squash", limits: { parallel: 4, attempts: 3 } },
    });
    expect(parseConfig("")).toEqual(defaults);
    expect(parseConfig("# nothing yet\n")).toEqual(defaults);
  });

  it("fills in what is not said", () => {
    expect(parseConfig("limits:\n  parallel: 2\n")).toMatchObject({
      ok: true,
      config: { limits: { parallel: 2, minutes: 30 }, auto_merge: false },
    });
  });

  it("gives every caller defaults of their own", () => {
    const first = parseConfig(undefined);
    if (first.ok) first.config.reviewers.length = 0;
    const second = parseConfig(undefined);
    expect(second.ok && second.config.reviewers).toEqual(["correctness", "security"]);
  });

  it("says in which line a permission rule means nothing, or could not be held", () => {
    const rules = [
      "{ scope: file, action: run, pattern: src/**, decision: deny }",
      "{ scope: tool, pattern: telescope, decision: deny }",
      "{ scope: tool, pattern: web, decision: ask }",
      "{ scope: file, pattern: ../other, decision: deny }",
      '{ scope: command, pattern: "git push", decision: deny }',
      "{ scope: command, pattern: node, decision: ask }",
      "{ scope: command, pattern: terraform, decision: ask }",
    ];
    const text = `permissions:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`;
    const found = problemsOf(text);
    expect(found.map(({ path, line }) => `${line} ${path}`)).toEqual([
      "2 permissions[0].action",
      "3 permissions[1].pattern",
      "4 permissions[2].pattern",
      "5 permissions[3].pattern",
      "6 permissions[4].pattern",
      "7 permissions[5].pattern",
    ]);
    expect(found.map(({ message }) => message).join("\n")).toMatch(
      /not an action of a file[\s\S]*not a tool[\s\S]*no network[\s\S]*top of the repository[\s\S]*without a folder or arguments[\s\S]*gsd itself needs/,
    );
    expect(problemsOf("permissions: [{ scope: mcp, decision: ask }]")[0]).toMatchObject({ line: 1 });
  });

  it("says which name it does not know where one is taken out of what is always protected", () => {
    expect(parseConfig('protected_paths: ["!.env", "!.VSCode/tasks.json", "deploy/**"]\n')).toMatchObject({
      ok: true,
    });
    expect(problemsOf('protected_paths:\n  - deploy/**\n  - "!.envv"\n  - "!deploy/**"\n')).toEqual([
      {
        path: "protected_paths[1]",
        line: 3,
        column: 5,
        message: 'takes out ".envv", which is not a name that is always protected; did you mean "!.env"?',
      },
      {
        path: "protected_paths[2]",
        line: 4,
        column: 5,
        message:
          'takes out "deploy/**", which is not a name that is always protected; see docs/configuration.md for them',
      },
    ]);
  });

  it("names all problems at once, in order, with their lines", () => {
    const text =
      "limitz:\n  parallel: 1\nlimits:\n  parallel: many\n  minutes: 0\nengine: gpt\nreviewers: [ok, Not OK]\n";
    expect(problemsOf(text)).toEqual([
      { path: "limitz", line: 1, column: 1, message: 'is not a known key; did you mean "limits"?' },
      {
        path: "limits.parallel",
        line: 4,
        column: 3,
        message: 'should be a whole number, but is the text "many"',
      },
      { path: "limits.minutes", line: 5, column: 3, message: "should be at least 1, but is 0" },
      {
        path: "engine",
        line: 6,
        column: 1,
        message: 'should be one of "claude-code", "codex", "gemini", "opencode", "script", but is "gpt"',
      },
      {
        path: "reviewers[1]",
        line: 7,
        column: 17,
        message: 'should be a role\'s name such as `security`, but is "Not OK"',
      },
    ]);
  });

  it("lists the known keys when none is near", () => {
    expect(problemsOf("zzzzzzzzz: 1\n")[0]?.message).toContain("the keys are version, engine");
  });

  it("says that an empty section is empty", () => {
    expect(problemsOf("commands:\n")).toMatchObject([
      { path: "commands", line: 1, message: "should be a mapping, but is empty" },
    ]);
  });

  it("takes a command, or false for none", () => {
    const text = "setup:\n  command: false\ncommands:\n  lint: false\n  test: make check\n";
    expect(parseConfig(text)).toMatchObject({
      ok: true,
      config: { setup: { command: false }, commands: { lint: false, test: "make check" } },
    });
    expect(problemsOf("commands:\n  test: true\n")).toMatchObject([
      { path: "commands.test", line: 2, message: "should be a text, but is the boolean true" },
    ]);
  });

  it.each([
    ["setup: make deps\n", "make deps"],
    ["setup: [npm ci, npm run generate]\n", ["npm ci", "npm run generate"]],
    ["setup:\n  - npm ci\n  - npm run generate\n", ["npm ci", "npm run generate"]],
    ["setup: false\n", false],
  ])("takes the setup's commands right behind its name: %j", (text, command) => {
    expect(parseConfig(text)).toMatchObject({ ok: true, config: { setup: { command } } });
  });

  it("says where such a setup is wrong", () => {
    expect(problemsOf("version: 1\nsetup:\n  - npm ci\n  - 7\n")).toMatchObject([
      { path: "setup.command[1]", line: 4, message: "should be a text, but is the number 7" },
    ]);
    expect(problemsOf("setup: 7\n")).toMatchObject([{ path: "setup", line: 1 }]);
    expect(problemsOf("setup: []\n")).toMatchObject([{ path: "setup.command", line: 1 }]);
  });

  it.each([
    "packages.example.org",
    "A.example.org",
    "a.example.org:8443",
    "http://mirror.example.org",
    "a.b-c.io:65535",
  ])("takes the host %s, as the proxy does", (host) => {
    expect(parseConfig(`setup:\n  hosts: ["${host}"]\n`).ok).toBe(true);
    expect(parseAllowedHost(host)).toBeDefined();
  });

  it.each([
    ...[
      "*.example.org",
      "10.0.0.1",
      "[::1]",
      "localhost",
      "https://a.io",
      "a.io/c",
      "a.io:99999",
      "a.io:0",
      "",
    ],
    ...["a..io", "127.1", "a.io.", "a.io:443@b.io", "a.io\\nb.io", "-a.io", `${"a.".repeat(130)}io`],
  ])("refuses the host %j, as the proxy does", (host) => {
    expect(problemsOf(`setup:\n  hosts: ["${host}"]\n`)[0]).toMatchObject({
      path: "setup.hosts[0]",
      message: expect.stringContaining("should be a full host name such as packages.example.org"),
    });
    expect(() => parseAllowedHost(host)).toThrow(/is not a host to allow/);
  });

  it.each(["- a\n- b\n", "just text\n", "42\n"])("refuses what is no mapping: %j", (text) => {
    expect(problemsOf(text)[0]?.message).toMatch(/^should be a mapping, but is/);
  });

  it("makes what is invisible in a key visible", () => {
    const [problem] = problemsOf('"a\\u202e`@all` <b>": 1\n');
    expect(problem?.path).toBe('["a\\u{202e}`@all` <b>"]');
  });

  it("names the nearest command where `who` has one that does not exist", () => {
    const [problem, ...others] = problemsOf("who: { aprove: admin, plans: write, approve: admin }\n");
    expect(problem?.message).toMatch(
      /^has the unknown key "aprove" \(did you mean "approve"\?\), "plans" \(did you mean "plan"\?\); the keys are plan, /,
    );
    expect(others).toEqual([]);
  });

  it.each([
    [
      "scan: { allow: [{ class: secret, paths: [a], reason: ' ', until: 2027-01-01 }] }",
      "scan.allow[0].reason: is blank",
    ],
    [
      "scan: { allow: [{ class: secret, paths: [a], reason: x, until: 2027-02-30 }] }",
      'scan.allow[0].until: is "2027-02-30", a day that does not exist',
    ],
    [
      "scan: { allow: [{ class: secret, paths: [a, '!b'], reason: x, until: 2027-01-01 }] }",
      "scan.allow[0].paths[1]: begins with !",
    ],
    ["reviewers: [security, correctness, security]", "reviewers[2]: names security again"],
    [
      "verification: { preview: 'https://{foo}.x.dev/{branch}' }",
      "verification.preview: has {foo}, which nobody fills in",
    ],
  ])("refuses what fits and cannot be meant: %s", (text, words) => {
    const [problem] = problemsOf(`${text}\n`);
    expect(`${problem?.path}: ${problem?.message}`).toContain(words);
    expect(problem?.line).toBe(1);
  });

  it("takes a day that comes every four years, and every name that a preview may have", () => {
    const text = "scan: { allow: [{ class: secret, paths: [a], reason: x, until: 2028-02-29 }] }\n";
    expect(parseConfig(text)).toMatchObject({ ok: true });
    const preview = "verification: { preview: 'https://{branch}.x.dev/{issue}/{pull}' }\n";
    expect(parseConfig(preview)).toMatchObject({ ok: true });
  });
});
