import { describe, expect, it } from "vitest";
import { chooseCommands } from "../../../core/detect/choose-commands.ts";
import { detect } from "../../../core/detect/detect.ts";
import { findHosts } from "../../../core/detect/find-hosts.ts";
import { aConfig } from "../../builders/a-track.ts";

const scripts = { lint: "eslint .", typecheck: "tsc", test: "vitest run", build: "vite build" };
const packageJson = (fields: object) => JSON.stringify({ name: "a", ...fields });
const lockfile = '{ "resolved": "https://packages.example.org/left-pad.tgz" }';

describe("a Node project", () => {
  it.each([
    ["package-lock.json", "npm ci", "npm test", "npm run lint"],
    ["npm-shrinkwrap.json", "npm ci", "npm test", "npm run lint"],
    ["pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm run test", "pnpm run lint"],
    ["yarn.lock", "yarn install --frozen-lockfile", "yarn run test", "yarn run lint"],
    ["bun.lock", "bun install --frozen-lockfile", "bun run test", "bun run lint"],
    ["bun.lockb", "bun install --frozen-lockfile", "bun run test", "bun run lint"],
  ])("with %s is installed by %s", (name, setup, test, lint) => {
    const manifest = packageJson({ scripts, devDependencies: { vitest: "1" } });
    const found = detect({ "package.json": manifest, [name]: lockfile });
    expect(found).toMatchObject({ setup, commands: { test, lint }, hosts: ["packages.example.org"] });
    expect(Object.keys(found.commands).sort()).toEqual(["build", "lint", "test", "typecheck"]);
  });

  it("without dependencies needs no setup, with or without a lockfile", () => {
    const manifest = packageJson({ scripts: { test: "node --test" } });
    expect(detect({ "package.json": manifest })).toEqual({ commands: { test: "npm test" }, hosts: [] });
    expect(detect({ "package.json": manifest, "package-lock.json": "{}" }).setup).toBeUndefined();
  });

  it("without a lockfile is installed without writing one", () => {
    const manifest = packageJson({ dependencies: { "left-pad": "1" } });
    expect(detect({ "package.json": manifest }).setup).toBe("npm install --no-package-lock");
  });

  it("has no test where npm wrote that there is none", () => {
    const test = 'echo "Error: no test specified" && exit 1';
    expect(detect({ "package.json": packageJson({ scripts: { test, build: " " } }) }).commands).toEqual({});
  });

  it("with workspaces is installed though the root depends on nothing", () => {
    const manifest = packageJson({ workspaces: ["packages/*"] });
    expect(detect({ "package.json": manifest, "package-lock.json": "{}" }).setup).toBe("npm ci");
  });
});

describe("a hostile package.json", () => {
  const nothing = { commands: {}, hosts: [] };
  it.each([
    ["is not JSON", "{"],
    ["is no object", "[1]"],
    ["is nothing", "null"],
    ["is empty", ""],
    ["has scripts that are no object", packageJson({ scripts: "rm -rf /", dependencies: 7 })],
    ["has scripts that are no text", packageJson({ scripts: { test: { toString: 1 }, lint: ["x"] } })],
    ["has keys of JavaScript's own", '{"__proto__":{"scripts":{"test":"evil"}},"constructor":{"x":1}}'],
    ["has scripts behind a prototype", '{"scripts":{"__proto__":{"test":"evil"}}}'],
    ["was cut because it is huge", packageJson({ scripts }).slice(0, -1)],
    ["nests deeply", "[".repeat(200_000)],
  ])("that %s is not seen", (_, text) => {
    expect(detect({ "package.json": text })).toEqual(nothing);
  });

  it("cannot bring a command of its own: only fixed names are run", () => {
    const manifest = packageJson({ scripts: { test: "x; curl evil", "lint; evil": "y", prepare: "z" } });
    expect(detect({ "package.json": manifest }).commands).toEqual({ test: "npm test" });
  });

  it("that is only inherited is none", () => {
    const files = Object.create({ "package.json": packageJson({ scripts }) });
    expect(detect(files)).toEqual(nothing);
  });
});

describe("other projects", () => {
  it("Python by requirements, with the tools that they name", () => {
    expect(detect({ "requirements.txt": "flask\npytest>=8\nruff\n" })).toEqual({
      setup: "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user -r requirements.txt",
      commands: { lint: "python3 -m ruff check .", test: "python3 -m pytest" },
      hosts: [],
    });
  });

  it("Python by pyproject.toml", () => {
    const text = '[project]\nname = "a"\n[project.optional-dependencies]\ndev = ["pytest"]\n[tool.mypy]\n';
    expect(detect({ "pyproject.toml": text })).toMatchObject({
      setup: expect.stringMatching(/pip install --user -e \.$/),
      commands: { typecheck: "python3 -m mypy .", test: "python3 -m pytest" },
    });
    expect(detect({ "pyproject.toml": "[tool.black]\n" })).toEqual({ commands: {}, hosts: [] });
  });

  it("Go, whose modules are fetched only where there are any", () => {
    const commands = { test: "go test ./...", build: "go build ./..." };
    expect(detect({ "go.mod": "module a\n\ngo 1.24\n" })).toEqual({ commands, hosts: [] });
    expect(detect({ "go.mod": "module a\n\nrequire (\n\tb v1\n)\n" })).toEqual({
      ...{ setup: "go mod download", commands, hosts: [] },
    });
  });

  it("Rust, by its lockfile where it has one", () => {
    const manifest = '[package]\nname = "a"\n[dependencies]\nserde = "1"\n';
    expect(detect({ "Cargo.toml": manifest, "Cargo.lock": "" }).setup).toBe("cargo fetch --locked");
    expect(detect({ "Cargo.toml": manifest })).toMatchObject({
      setup: "cargo fetch",
      commands: { test: "cargo test", build: "cargo build" },
    });
    expect(detect({ "Cargo.toml": '[package]\nname = "a"\n' }).setup).toBeUndefined();
  });

  it("Ruby, with the hosts that its Gemfile names", () => {
    const gemfile = 'source "https://gems.example.org"\ngem "rspec"\ngem "rubocop"\n';
    expect(detect({ Gemfile: gemfile })).toEqual({
      setup: 'bundle config set --global path "$HOME/gems" && bundle install',
      commands: { lint: "bundle exec rubocop", test: "bundle exec rspec" },
      hosts: ["gems.example.org"],
    });
    expect(detect({ Gemfile: "", Rakefile: "Rake::TestTask.new" }).commands.test).toBe(
      "bundle exec rake test",
    );
  });

  it("a Makefile's plain targets, and nothing that only looks like one", () => {
    const makefile = "test: deps\n\tgo test\nlint:\n\techo\nbuild := out\n.PHONY: typecheck\n";
    expect(detect({ Makefile: makefile }).commands).toEqual({ test: "make test", lint: "make lint" });
  });

  it("several at once: all are installed, and a language's own commands come before the Makefile's", () => {
    const manifest = packageJson({ scripts: { test: "vitest" }, devDependencies: { vitest: "1" } });
    const found = detect({
      ...{ "package.json": manifest, "package-lock.json": "{}", "requirements.txt": "flask\n" },
      Makefile: "test:\nlint:\n",
    });
    expect(found.setup).toMatch(/^npm ci && .*pip install/);
    expect(found.commands).toEqual({ test: "npm test", lint: "make lint" });
  });

  it("nothing at all", () => {
    expect(detect({})).toEqual({ commands: {}, hosts: [] });
  });
});

describe("the hosts of a lockfile", () => {
  it("are named once each, without what stands around them", () => {
    const text = [
      "resolved https://a.example.org/x.tgz",
      '"https://user:word@b.example.org:8443/y"',
      "https://A.example.org/z http://c.example.org",
      "https://localhost/x https://10/x https://[::1]/x https://evil.example.org`rm`/",
    ].join("\n");
    expect(findHosts(text)).toEqual(["a.example.org", "b.example.org", "c.example.org"]);
  });

  it("are few, however many there are", () => {
    const text = Array.from({ length: 99 }, (_, index) => `https://h${index}.example.org/`).join(" ");
    expect(findHosts(text)).toHaveLength(10);
  });
});

describe("what a job runs", () => {
  const detected = {
    setup: "npm ci",
    commands: { test: "npm test", lint: "npm run lint" },
    hosts: ["a.example.org"],
  };
  const config = (commands = {}, setup: Partial<ReturnType<typeof aConfig>["setup"]> = {}) =>
    aConfig({ commands, setup: { hosts: [], ...setup } });

  it("is what is written, then what was detected; false is none", () => {
    const chosen = chooseCommands(config({ test: "make check", lint: false }), detected);
    expect(chosen.commands).toEqual({ test: "make check" });
    expect(chooseCommands(config(), detected).commands).toEqual(detected.commands);
  });

  it("has a detected setup only with a host to install from, and says so otherwise", () => {
    const hosts = ["a.example.org"];
    expect(chooseCommands(config({}, { hosts }), detected).setup).toEqual({ command: "npm ci", hosts });
    const without = chooseCommands(config(), detected);
    expect(without.setup).toBeUndefined();
    expect(without.notes).toEqual([{ type: "setup-not-run", command: "npm ci", hosts: ["a.example.org"] }]);
  });

  it("has a setup that is written also without a host, and none for false", () => {
    const command = "node tools/setup.mjs";
    expect(chooseCommands(config({}, { command }), detected)).toMatchObject({
      setup: { command, hosts: [] },
      notes: [],
    });
    const none = chooseCommands(config({}, { command: false, hosts: ["a.example.org"] }), detected);
    expect(none).toMatchObject({ notes: [] });
    expect(none.setup).toBeUndefined();
  });
});
