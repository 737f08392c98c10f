import { describe, expect, it } from "vitest";
import { chooseAgain } from "../../../core/detect/choose-commands.ts";
import { findInstallCode, isDependencyFile, isLockOf } from "../../../core/detect/dependency-files.ts";
import { aConfig } from "../../builders/a-track.ts";

describe("what an installation depends on", () => {
  it.each([
    ...[
      "package.json",
      "packages/a/package.json",
      "pnpm-lock.yaml",
      "go.mod",
      "Cargo.lock",
      "Gemfile",
      "a.gemspec",
    ],
    ...[
      "requirements.txt",
      "requirements-dev.txt",
      "dev-requirements.txt",
      "requirements/test.txt",
      "setup.py",
    ],
  ])("%s", (path) => {
    expect(isDependencyFile(path, "npm ci")).toBe(true);
  });

  it("is also what the setup names, and nothing else", () => {
    expect(isDependencyFile("tools/setup.mjs", "node ./tools/setup.mjs && npm ci")).toBe(true);
    expect(isDependencyFile("src/setup.mjs", "node tools/setup.mjs")).toBe(false);
    expect(isDependencyFile("src/package.json.ts", "npm ci")).toBe(false);
  });

  it("goes with its manifest, of its folder or of one below", () => {
    expect(isLockOf("package-lock.json", ["packages/a/package.json"])).toBe(true);
    expect(isLockOf("a/go.sum", ["a/go.mod"])).toBe(true);
    expect(isLockOf("a/go.sum", ["go.mod", "b/go.mod"])).toBe(false);
    expect(isLockOf("package.json", ["package.json"])).toBe(false);
    expect(isLockOf("constructor", ["constructor"])).toBe(false);
  });
});

describe("what would run while a change is installed", () => {
  const manifest = (scripts: object) => JSON.stringify({ scripts, dependencies: { a: "1" } });
  const find = (path: string, before: string, after: string) =>
    findInstallCode({ path, before, after }, { command: "sh tools/deps.sh" });

  it.each([
    ["package.json", manifest({}), manifest({ postinstall: "evil" }), "the script `postinstall`"],
    [
      "a/package.json",
      manifest({ prepare: "tsc" }),
      manifest({ prepare: "tsc; evil" }),
      "the script `prepare`",
    ],
    ["package.json", "", manifest({ preinstall: ["evil"] }), "the script `preinstall`"],
    ["setup.py", "setup()", "setup(x)", "code"],
    ["a.gemspec", "a", "b", "code"],
    ["Gemfile", 'gem "a"', 'gem "a"\nsystem("evil")', "code"],
    ["Gemfile", 'gem "a"', 'gem "#{`evil`}"', "code"],
    ["pyproject.toml", "", '[build-system]\nbackend-path = ["."]', "a build backend"],
    ["tools/deps.sh", "a", "b", "code"],
    [".yarnrc.yml", "", "yarnPath: evil.cjs", "code"],
    [".cargo/config.toml", "", 'credential-provider = "evil"', "code"],
  ])("in %s is seen where it is new", (path, before, after, code) => {
    expect(find(path, before, after)).toBe(code);
  });

  it.each([
    ["package.json", manifest({ prepare: "tsc" }), manifest({ prepare: "tsc", test: "vitest" })],
    ["package.json", manifest({ postinstall: "x" }), manifest({})],
    ["package-lock.json", "{}", '{"x": 1}'],
    ["Gemfile", 'gem "a"', 'gem "a"\ngem "b", "~> 1.0", require: false\ngroup :test do\nend\n'],
    ["pyproject.toml", "", '[project]\ndependencies = ["a"]'],
    ["requirements.txt", "a", "b"],
    ["go.mod", "a", "b"],
    [".yarnrc.yml", "", "npmRegistryServer: https://a.example.org"],
  ])("in %s is not seen where there is none", (path, before, after) => {
    expect(find(path, before, after)).toBeUndefined();
  });
});

describe("the setup of a changed tree", () => {
  const base = { "package.json": '{"dependencies":{"a":"1"}}', ".npmrc": "registry=https://a.example.org/" };

  it("is found anew, and comes from where the base's packages come from", () => {
    const changed = {
      "package-lock.json": '{"resolved": "https://evil.example.org/x"}',
      "go.mod": undefined,
    };
    expect(chooseAgain(aConfig({ setup: {} }), base, changed)).toMatchObject({
      command: "npm ci",
      hosts: ["a.example.org"],
    });
    expect(chooseAgain(aConfig({ setup: {} }), base, { "package.json": undefined })).toBeUndefined();
    expect(chooseAgain(aConfig({ setup: { command: false } }), base, {})).toBeUndefined();
  });
});
