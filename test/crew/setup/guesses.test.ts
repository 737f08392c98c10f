import { describe, expect, it } from "vitest";
import { leftOutText } from "../../../core/render/left-out.ts";
import type { CrewInput } from "../../../crew/crew-input.ts";
import { runCrew } from "../../../crew/run-crew.ts";
import { prepareCommands } from "../../../crew/setup/prepare-commands.ts";
import { registryEnvironment } from "../../../crew/setup/registry-environment.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { aCrew, aRecipe, config, stepOf } from "../a-crew.ts";
import { detection, sealed } from "../sandbox/sandboxes.ts";
import { aRegistry, lockOf, registryName } from "./a-registry.ts";

/** A health check with what gsd finds in the tree by itself. */
async function aFirstLook(tree: WorkTree, more: Partial<CrewInput> = {}, written = config) {
  const { folder, base } = tree;
  const prepared = await prepareCommands({ folder, base, commit: base, config: written, leftOut: undefined });
  const input = { ...prepared, sandbox: sealed, ...more };
  return await runCrew(aCrew(tree, aRecipe("health"), {}, { ...input }));
}

const python = '[project]\nname = "a"\nversion = "1"\n[tool.pytest.ini_options]\n[tool.mypy]\n';

describe.skipIf(!detection.available)("what gsd guessed and nobody has here", () => {
  it("is not a broken base: a Python library without pytest and mypy", async () => {
    using tree = aWorkTree({ "pyproject.toml": python, "a.py": "" });
    // Else gsd would have them installed, and pip tries for a while to reach its index.
    const manifest = await aFirstLook(tree, {}, { ...config, setup: { command: false } });
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: true, checks: [] });
    expect(manifest.notes).toEqual([
      { type: "left-out", name: "typecheck", command: "python3 -m mypy .", missing: "mypy" },
      { type: "left-out", name: "test", command: "python3 -m pytest", missing: "pytest" },
    ]);
  });

  it("is not a broken base: a JavaScript library with pnpm-lock.yaml, and no pnpm", async () => {
    const manifest = { scripts: { test: "vitest", lint: "echo fine" }, devDependencies: { vitest: "1" } };
    using tree = aWorkTree({ "package.json": JSON.stringify(manifest), "pnpm-lock.yaml": "" });
    const { notes, steps } = await aFirstLook(tree);
    expect(steps).toMatchObject([{ ok: true, checks: [] }]);
    expect(
      notes.map((note) => (note.type === "left-out" ? `${note.name}: ${note.missing}` : note.type)),
    ).toEqual(["setup: pnpm", "lint: pnpm", "test: pnpm"]);
  });

  it("is not a broken base: Go and a Makefile whose tools are not there", async () => {
    const makefile = "lint:\n\tno-such-linter ./...\n";
    using tree = aWorkTree({ "go.mod": "module a\n", Makefile: makefile });
    const { notes, steps } = await aFirstLook(tree);
    expect(steps).toMatchObject([{ ok: true, checks: [] }]);
    expect(notes).toMatchObject([
      { name: "lint", command: "make lint", missing: "no-such-linter" },
      { name: "test", missing: "go" },
      { name: "build", missing: "go" },
    ]);
  });

  it("a guess that fails by itself is a broken base all the same, and known as a guess", async () => {
    using tree = aWorkTree({ Makefile: "test:\n\techo broken; exit 3\n" });
    const manifest = await aFirstLook(tree);
    expect(stepOf(manifest, "health.1")).toMatchObject({
      ok: false,
      checks: [{ name: "test", guessed: true }],
    });
    expect(manifest.notes).toEqual([]);
  });

  it("a command that is written fails where its tool is missing: somebody meant it", async () => {
    using tree = aWorkTree({ "go.mod": "module a\n" });
    const commands = { test: "go test ./..." };
    const manifest = await aFirstLook(tree, { commands, guessed: [] });
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: false, checks: [{ name: "test", ok: false }] });
    expect(manifest.notes).toEqual([]);
  });

  it("a setup is not left out once the base is known: then it has failed", async () => {
    using tree = aWorkTree({ "package.json": '{"dependencies":{"a":"1"}}', "pnpm-lock.yaml": "" });
    const manifest = await aFirstLook(tree, { mayLeaveOut: false });
    expect(stepOf(manifest, "health.1")).toMatchObject({ ok: false, checks: [{ name: "setup", ok: false }] });
  });
});

describe.skipIf(!detection.available)("a private registry", () => {
  const pad = { name: "left-pad", version: "1.0.0", exports: "7" };
  const manifest = { name: "app", version: "1.0.0", dependencies: { "left-pad": "1.0.0" } };
  const script = { scripts: { test: "node -e \"process.exit(require('left-pad') === 7 ? 0 : 1)\"" } };

  it("that the base's .npmrc names needs no `hosts`", async () => {
    using registry = await aRegistry([pad]);
    using tree = aWorkTree({
      "package.json": JSON.stringify({ ...manifest, ...script }),
      "package-lock.json": lockOf({ dependencies: manifest.dependencies }, [pad]),
      ".npmrc": `registry=http://${registryName}/\n`,
    });
    const { steps } = await aFirstLook(tree, { network: registry.network });
    expect(steps).toMatchObject([{ ok: true, checks: [{ name: "setup" }, { name: "test", ok: true }] }]);
    expect(registry.asked).toContain("/left-pad/-/left-pad-1.0.0.tgz");
  });

  it("that the runner's environment names needs none either, and brings no credentials in", async () => {
    using registry = await aRegistry([pad]);
    using tree = aWorkTree({ "package.json": JSON.stringify({ ...manifest, ...script }) });
    const setupEnvironment = registryEnvironment({
      npm_config_registry: `http://${registryName}/`,
      PIP_INDEX_URL: "https://somebody:secret@packages.example.org/simple",
      npm_config__auth: "secret",
    });
    expect(Object.keys(setupEnvironment)).toEqual(["npm_config_registry"]);
    const { steps } = await aFirstLook(tree, { network: registry.network, setupEnvironment });
    expect(steps).toMatchObject([{ ok: true, checks: [{ name: "setup" }, { name: "test", ok: true }] }]);
  });

  it("that is not on a public address is no broken base: it is named with this reason, and without a line that would not help", async () => {
    using registry = await aRegistry([pad]);
    using tree = aWorkTree({
      "package.json": JSON.stringify(manifest),
      ".npmrc": `registry=http://${registryName}/\nfetch-retries=0\n`,
    });
    const network = { ...registry.network, resolve: async () => ["10.0.0.7"] };
    const { steps, notes } = await aFirstLook(tree, { network });
    expect(steps).toMatchObject([{ ok: true, checks: [] }]);
    const unreached = [{ host: "http://packages.example.org", trouble: "not-public" }];
    expect(notes).toMatchObject([{ type: "left-out", name: "setup", unreached }]);
    const said = leftOutText(notes).join("");
    expect(said).toMatch(
      /could not be fetched\. `http:\/\/packages\.example\.org` has an address that is not public/,
    );
    expect(said).not.toContain("setup: { hosts");
  });

  it("that refuses connections, or whose name is not known, is told so", async () => {
    using registry = await aRegistry([pad]);
    const first = async (network: CrewInput["network"]) => {
      using tree = aWorkTree();
      const setup = { command: `curl -sSf -m 9 http://${registryName}/x`, hosts: [`http://${registryName}`] };
      const manifest = await runCrew(aCrew(tree, aRecipe("health"), {}, { setup, network, sandbox: sealed }));
      const step = stepOf(manifest, "health.1");
      return step.type === "code" ? step.checks?.[0]?.tail.split("\n")[0] : "";
    };
    const { connect } = await import("node:net");
    const refusing = { ...registry.network, open: () => connect(1, "127.0.0.1") };
    expect(await first(refusing)).toContain("`http://packages.example.org` refused the connection.");
    const unknown = { ...registry.network, resolve: async () => [] };
    expect(await first(unknown)).toContain("`http://packages.example.org` was not found by name");
  });
});
