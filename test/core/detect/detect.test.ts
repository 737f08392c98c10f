import { describe, expect, it } from "vitest";
import { chooseCommands, withoutGuesses } from "../../../core/detect/choose-commands.ts";
import { detect } from "../../../core/detect/detect.ts";
import { missingTool } from "../../../core/detect/missing-tool.ts";
import { aConfig } from "../../builders/a-track.ts";

const scripts = { lint: "eslint .", typecheck: "tsc", test: "vitest run", build: "vite build" };
const nothing = { commands: {}, managers: [], locks: [], runsNoCode: true };
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
    expect(found).toMatchObject({ setup, commands: { test, lint }, locks: [{ files: [name] }] });
    expect(Object.keys(found.commands).sort()).toEqual(["build", "lint", "test", "typecheck"]);
  });

  it("without dependencies needs no setup, with or without a lockfile", () => {
    const manifest = packageJson({ scripts: { test: "node --test" } });
    expect(detect({ "package.json": manifest })).toEqual({ ...nothing, commands: { test: "npm test" } });
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
      managers: ["pip"],
      locks: [],
      runsNoCode: false,
    });
  });

  it("Python by pyproject.toml", () => {
    const text = '[project]\nname = "a"\n[project.optional-dependencies]\ndev = ["pytest"]\n[tool.mypy]\n';
    expect(detect({ "pyproject.toml": text })).toMatchObject({
      setup: expect.stringMatching(/pip install --user -e '\.\[dev\]' mypy$/),
      commands: { typecheck: "python3 -m mypy .", test: "python3 -m pytest" },
    });
    expect(detect({ "pyproject.toml": "[tool.black]\n" })).toEqual(nothing);
    expect(detect({ "pyproject.toml": '[project]\nname = "a"\n' }).setup).toMatch(/ -e \.$/);
  });

  it("Python with what its tests need, and with what mypy is told to look at", () => {
    const text = '[project]\nname = "a"\n\n[tool.mypy]\nstrict = true\nfiles = ["src"]\n\n[tool.other]\n';
    const found = detect({ "pyproject.toml": text, "requirements-dev.txt": "pytest\n" });
    expect(found.setup).toMatch(/pip install --user -e \. -r requirements-dev\.txt mypy$/);
    expect(found.commands).toEqual({ typecheck: "python3 -m mypy", test: "python3 -m pytest" });
  });

  it("Python with groups, as its tools are in them; a group may take in another", () => {
    const install = "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user";
    const table = [
      '[project]\nname = "a"\n',
      "[dependency-groups]",
      'dev = [\n    "tox",\n    "ruff==0.9",\n]',
      'tests-random = ["pytest", "pytest-xdist"]',
      'tests = [ { include-group = "base" } ]',
      'base = ["pytest>=8", { include-group = "tests" }]',
      'typing = ["mypy", "pytest"]\n',
      "[tool.mypy]",
      'docs = ["sphinx"]',
    ].join("\n");
    const found = detect({ "pyproject.toml": table, "uv.lock": "" });
    expect(found.setup).toBe(
      `${install} 'pip>=25.1' && ${install} -e . --group tests --group dev --group typing`,
    );
    expect(Object.keys(found.commands).sort()).toEqual(["lint", "test", "typecheck"]);
    const none = detect({
      "pyproject.toml": '[project]\nname = "a"\n[dependency-groups]\ndocs = ["sphinx"]\n',
    });
    expect(none.setup).toBe(`${install} -e .`);
    // A name in another table is no extra.
    const other =
      '[project]\nname = "a"\n[project.optional-dependencies]\nfast = ["x[y]"]\n[tool.x]\ntest = ["pytest"]\n';
    expect(detect({ "pyproject.toml": other }).setup).toBe(`${install} -e . pytest`);
  });

  it("Python whose linter only a hook brings gets it by its name", () => {
    const install = "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user";
    const project = '[project]\nname = "a"\ndependencies = ["ruff-api"]\n[tool.ruff]\nline-length = 100\n';
    expect(detect({ "pyproject.toml": project })).toMatchObject({
      setup: `${install} -e . ruff`,
      commands: { lint: "python3 -m ruff check ." },
    });
    expect(detect({ "pyproject.toml": "[tool.ruff]\n" }).setup).toBe(`${install} ruff`);
    expect(detect({ "requirements.txt": "flask\n", "pytest.ini": "" }).setup).toBe(
      `${install} -r requirements.txt pytest`,
    );
  });

  it("Go, whose modules are fetched only where there are any", () => {
    const commands = { test: "go test ./...", build: "go build ./..." };
    expect(detect({ "go.mod": "module a\n\ngo 1.24\n" })).toEqual({ ...nothing, commands });
    expect(detect({ "go.mod": "module a\n\nrequire (\n\tb v1\n)\n" })).toMatchObject({
      ...{ setup: "go mod download", commands, managers: ["go"], runsNoCode: true },
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

  it("Ruby, with the tools that its Gemfile names", () => {
    const gemfile = 'source "https://gems.example.org"\ngem "rspec"\ngem "rubocop"\n';
    expect(detect({ Gemfile: gemfile })).toEqual({
      setup: 'bundle config set --global path "$HOME/gems" && bundle install',
      commands: { lint: "bundle exec rubocop", test: "bundle exec rspec" },
      managers: ["bundler"],
      locks: [],
      runsNoCode: false,
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
    expect(detect({})).toEqual(nothing);
  });
});

describe("what a job runs", () => {
  const files = {
    "package.json": packageJson({
      scripts: { test: "vitest", lint: "eslint" },
      devDependencies: { vitest: "1" },
    }),
    "package-lock.json": lockfile,
    ".npmrc": "@team:registry=https://npm.example.org/\n",
  };
  type Written = ReturnType<typeof aConfig>["setup"];
  const config = (commands = {}, setup: Written = {}) => aConfig({ commands, setup });

  it("is what is written, then what was detected; false is none", () => {
    const chosen = chooseCommands(config({ test: "make check", lint: false }), files);
    expect(chosen).toMatchObject({ commands: { test: "make check" }, guessed: [] });
    const detected = { commands: { test: "npm test", lint: "npm run lint" }, guessed: ["lint", "test"] };
    expect(chooseCommands(config(), files)).toMatchObject(detected);
  });

  it("has a detected setup with the hosts that the base's own files name, and asks the manager for the rest", () => {
    expect(chooseCommands(config(), files).setup).toMatchObject({
      ...{
        command: "npm ci",
        hosts: ["packages.example.org", "npm.example.org"],
        ask: ["npm"],
        guessed: true,
      },
      settings: { ".npmrc": files[".npmrc"] },
    });
  });

  it("has the hosts that are written and no other, also none", () => {
    for (const hosts of [["a.example.org"], []])
      expect(chooseCommands(config({}, { hosts }), files).setup).toMatchObject({ hosts, ask: [] });
  });

  it("has a setup that is written, with the managers' hosts where none are, and none for false", () => {
    const command = "node tools/setup.mjs";
    const written = chooseCommands(config({}, { command }), files).setup;
    expect(written).toMatchObject({ command, guessed: false, ask: ["npm"] });
    expect(chooseCommands(config({}, { command }), {}).setup).toMatchObject({ hosts: [], ask: [] });
    expect(
      chooseCommands(config({}, { command: false, hosts: ["a.example.org"] }), files).setup,
    ).toBeUndefined();
  });

  it("has no guess that the base showed to be wrong, and still has what is written", () => {
    const guessed = withoutGuesses(chooseCommands(config(), files), ["setup", "test"]);
    expect(guessed).toEqual({ commands: { lint: "npm run lint" }, guessed: ["lint", "test"] });
    const written = chooseCommands(config({ test: "make check" }, { command: "make deps" }), files);
    expect(withoutGuesses(written, ["setup", "test"])).toMatchObject({
      setup: { command: "make deps" },
      commands: { test: "make check" },
    });
  });
});

describe("a tool that is missing", () => {
  it.each([
    ["pnpm run test", 127, "sh: 2: pnpm: not found", "pnpm"],
    [
      "pnpm run test",
      1,
      "sh: 1: vitest: not found\n ELIFECYCLE  Command failed.\n WARN  node_modules missing",
      "vitest",
    ],
    ["npm test", 127, "> a@1.0.0 test\n> vitest\n\nsh: 1: vitest: not found", "vitest"],
    ["bash run", 127, "bash: line 1: tox: command not found", "tox"],
    ["python3 -m pytest", 1, "/usr/bin/python3: No module named pytest", "pytest"],
    [
      "make test",
      2,
      "python3 -m mypy .\n/usr/bin/python3: No module named mypy\nmake: *** [Makefile:2: test] Error 1",
      "mypy",
    ],
    [
      "make lint",
      2,
      "make: golangci-lint: No such file or directory\nmake: *** [Makefile:4: lint] Error 127",
      "golangci-lint",
    ],
    ["make lint", 2, "make: *** No rule to make target 'lint'.  Stop.", "lint"],
    [
      "npm run lint",
      1,
      'npm error Missing script: "lint"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run',
      "lint",
    ],
    ["go test ./...", 127, "/bin/sh: 2: go: not found", "go"],
    [
      "go test ./...",
      1,
      "go: go.mod requires go >= 1.24 (running go 1.22.2; GOTOOLCHAIN=local)",
      "go >= 1.24",
    ],
    ["cargo clippy", 101, "error: no such command: `clippy`", "clippy"],
    ["bundle exec rspec", 127, "bundler: command not found: rspec\nInstall missing gem executables", "rspec"],
    [
      "yarn run test",
      1,
      'error This project\'s package.json defines "packageManager": "yarn@4.1.0". However the current',
      "yarn@4.1.0",
    ],
    [
      "pnpm install",
      1,
      "Internal Error: Error when performing the request to https://packages.example.org/pnpm/latest",
      "pnpm",
    ],
    ["FOO=1 uv sync", 127, "nicht gefunden", "uv"],
  ])("%s (%s) is told from a check that fails", (command, code, output, tool) => {
    expect(missingTool({ command, code, output: `${output}\n` })).toBe(tool);
  });

  it.each([
    ["python3 -m pytest", 1, "E   ModuleNotFoundError: No module named 'app.missing'\n1 failed"],
    ["npm test", 1, "Error: Cannot find module './gone.js'"],
    ["make test", 2, "make: *** No rule to make target 'gone.c', needed by 'test'.  Stop."],
    ["npm test", 1, `sh: 1: tool: not found\n${"a test fails\n".repeat(10)}`],
    ["go test ./...", 1, "--- FAIL: TestA (0.00s)\nFAIL"],
  ])("is not why %s (%s) fails with %s", (command, code, output) => {
    expect(missingTool({ command, code, output })).toBeUndefined();
  });
});
