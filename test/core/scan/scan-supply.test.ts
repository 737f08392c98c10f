import { describe, expect, it } from "vitest";
import { scanCode } from "../../../core/scan/scan-change.ts";

type Files = Record<string, string>;

/** What is said of the packages of a change, without where. */
function said(before: Files, after: Files): string[] {
  const files = Object.entries(after).map(([path, text]) => ({ path, text }));
  return scanCode({ files, base: (path) => before[path] })
    .filter(({ rule }) => rule === "scan/supply")
    .map(({ severity, message }) => `${severity}: ${message}`);
}

const npm = (dependencies: object, more: object = {}) => JSON.stringify({ name: "x", dependencies, ...more });
const lock = (dependencies: object, packages: object = {}) =>
  JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies }, ...packages } }, null, 1);
const at = (host: string, name: string) => `https://${host}/${name}/-/${name.split("/").at(-1)}-1.0.0.tgz`;

describe("packages of a change", () => {
  const base = { "package.json": npm({ zod: "1.0.0" }) };

  it("are said where they are new, and nothing of the others", () => {
    expect(said(base, { "package.json": npm({ zod: "1.0.1" }) })).toEqual([]);
    expect(said(base, { "package.json": npm({ zod: "1.0.0", picomatch: "4.0.0" }) })).toEqual([
      "nitpick: The package picomatch is new here. Its authors' code will run.",
    ]);
    expect(said({}, { "package.json": npm({ picomatch: "4.0.0" }) })).toEqual([]);
  });

  it.each([
    ["expres", "express"],
    ["exprses", "express"],
    ["crossenv", "cross-env"],
    ["lodahs", "lodash"],
    ["@typess/node", "@types/node"],
  ])("with a name like %s ask whether %s is meant", (name, meant) => {
    expect(said(base, { "package.json": npm({ zod: "1.0.0", [name]: "1.0.0" }) })).toEqual([
      `suggestion: The package ${name} is new here; is ${meant} meant?`,
    ]);
  });

  it.each([
    ["git+https://git.acme.dev/x.git", "comes from a git repository, which can change under its name"],
    ["acme/thing#main", "comes from a git repository, which can change under its name"],
    ["https://acme.dev/x.tgz", "comes from an address, not from a registry"],
    ["npm:other@1.0.0", "is another package under this name"],
    ["file:../../elsewhere", "comes from outside of the repository"],
    ["file:vendor/x.tgz", "comes from an archive that nobody can read"],
  ])("at %s are told to come from there", (spec, why) => {
    expect(said(base, { "package.json": npm({ zod: "1.0.0", thing: spec }) })).toEqual([
      `suggestion: The package thing ${why}.`,
    ]);
  });

  it("in the same repository are fine", () => {
    for (const spec of ["file:./packages/thing", "workspace:*", "^1.2.3", "1.x || 2.x", "latest"])
      expect(said(base, { "package.json": npm({ zod: "1.0.0", thing: spec }) })).toHaveLength(1);
  });

  it("have to be in the lockfile as the manifest asks for them", () => {
    const before = { ...base, "package-lock.json": lock({ zod: "1.0.0" }) };
    const manifest = { "package.json": npm({ zod: "2.0.0" }) };
    expect(said(before, manifest)).toEqual([
      "suggestion: package-lock.json does not have zod as this file asks for it. Let the package manager write it.",
    ]);
    expect(said(before, { ...manifest, "package-lock.json": lock({ zod: "2.0.0" }) })).toEqual([]);
  });

  it("run no script at an install without a word", () => {
    const before = { "package.json": npm({}), "package-lock.json": lock({}) };
    const added = { resolved: at("r.dev", "native"), integrity: "sha512-x", hasInstallScript: true };
    expect(said(before, { "package-lock.json": lock({}, { "node_modules/native": added }) })).toEqual([
      "suggestion: Installing runs scripts of packages that are new or had none: native.",
    ]);
    const script = npm({}, { scripts: { postinstall: "node x.js" } });
    expect(said(before, { "package.json": script })).toEqual([
      "suggestion: Installing this project runs the script `postinstall`, which is new or changed.",
    ]);
  });

  it("come from where they came from before, under their own names, with their digests", () => {
    const zod = { resolved: at("r.dev", "zod"), integrity: "sha512-x" };
    const before = { "package-lock.json": lock({}, { "node_modules/zod": zod }) };
    const change = (entry: object) =>
      said(before, { "package-lock.json": lock({}, { "node_modules/zod": { ...zod, ...entry } }) });
    expect(change({})).toEqual([]);
    expect(change({ resolved: at("evil.dev", "zod") })).toEqual([
      "suggestion: Packages come from evil.dev, where none came from before.",
    ]);
    expect(change({ resolved: at("r.dev", "zood") })).toEqual([
      "blocker: The package zod is fetched under another name.",
    ]);
    expect(change({ integrity: undefined })).toEqual([
      "suggestion: The package zod lost the digest that it is held to.",
    ]);
  });

  it("have to be in other lockfiles, too, at the version that is asked for", () => {
    const manifest = { "package.json": npm({ zod: "^2.0.0" }) };
    const has = (name: string, text: string) =>
      !said({ ...base, [name]: text }, manifest).some((words) => words.includes(`${name} does not have zod`));
    expect(has("yarn.lock", 'zod@^2.0.0:\n  version "2.0.1"\n')).toBe(true);
    expect(has("yarn.lock", '"zod@npm:^1.0.0, zod@npm:^2.0.0":\n')).toBe(true);
    expect(has("yarn.lock", '"@x/zod@^2.0.0", zod@^2.0.0-beta:\n')).toBe(false);
    const pnpm = (spec: string) =>
      `importers:\n\n  .:\n    dependencies:\n      zod:\n        specifier: ${spec}\n`;
    expect(has("pnpm-lock.yaml", pnpm("^2.0.0"))).toBe(true);
    expect(has("pnpm-lock.yaml", pnpm("^1.0.0"))).toBe(false);
    expect(has("pnpm-lock.yaml", "specifiers:\n  zod: ^2.0.0\n\npackages:\n")).toBe(true);
    expect(has("bun.lock", '"dependencies": { "zod": "^2.0.0" }')).toBe(true);
    expect(has("bun.lock", '"dependencies": { "zod": "^1.0.0" }')).toBe(false);
    const go = { "go.mod": "module x\n\nrequire github.com/a/b v1.2.3\n" };
    const sum = (text: string) => said({ "go.mod": "module x\n", "go.sum": text }, go).length;
    expect(sum("github.com/a/b v1.2.3/go.mod h1:x=\n")).toBe(1);
    expect(sum("github.com/a/b v1.2.30 h1:x=\n")).toBe(2);
  });

  it("are found wherever a manifest can ask for them", () => {
    const why = "comes from a git repository, which can change under its name.";
    for (const more of [
      { overrides: { "foo@1": { ".": "1.0.0", bar: "git+https://e.dev/x" } } },
      { resolutions: { "**/bar": "git+https://e.dev/x" } },
      { pnpm: { overrides: { "foo>bar": "git+https://e.dev/x" } } },
    ])
      expect(said(base, { "package.json": npm({ zod: "1.0.0" }, more) })).toContain(
        `suggestion: The package bar ${why}`,
      );
    for (const text of [
      'overrides:\n  "foo>bar": git+https://e.dev/x\n',
      "catalog:\n  bar: git+https://e.dev/x\n",
      "catalogs:\n  old:\n    bar: git+https://e.dev/x\n",
      "packages: &all ['*']\noverrides: { 'foo>bar': git+https://e.dev/x }\n",
      "overrides:\n  bar: &it 'git+https://e.dev/x'\n",
    ])
      expect(said(base, { "pnpm-workspace.yaml": text }), text).toEqual([
        `suggestion: The package bar ${why}`,
      ]);
    const manager = npm({ zod: "1.0.0" }, { packageManager: "pnpm@https://e.dev/x.tgz" });
    expect(said(base, { "package.json": manager })).toEqual([
      "suggestion: The package pnpm comes from an address, not from a registry.",
    ]);
    const near = "suggestion: The package reqeusts is new here; is requests meant?";
    for (const [path, text] of [
      ["requirements/base.txt", "reqeusts==1\n"],
      ["Pipfile", '[packages]\nreqeusts = "*"\n'],
      ["setup.cfg", "[options]\ninstall_requires =\n  reqeusts\n"],
    ] as const)
      expect(said({ [path]: "" }, { [path]: text })).toContain(near);
  });

  it("cannot be hidden behind a thousand others", () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`package-number-${at}`, "1.0.0"]),
    );
    const [first] = said(base, { "package.json": npm({ ...many, evil: "git+https://e.dev/x" }) });
    expect(first).toContain("blocker: This asks for 1001 other packages");
  });

  it("do not change at the address where they were, nor lose their encryption", () => {
    const zod = { resolved: at("r.dev", "zod"), integrity: "sha512-x" };
    const before = { "package-lock.json": lock({}, { "node_modules/zod": zod }) };
    const change = (entry: object) =>
      said(before, { "package-lock.json": lock({}, { "node_modules/zod": { ...zod, ...entry } }) });
    expect(change({ integrity: "sha512-y" })).toEqual([
      "suggestion: The package zod has another digest at the same address.",
    ]);
    expect(change({ integrity: "sha1-y" })).toEqual([]);
    expect(change({ resolved: at("r.dev", "zod").replace("https", "http") })).toEqual([
      "suggestion: Packages come from http://r.dev, where none came from before.",
    ]);
  });

  it.each([
    ["yarn.lock", (name: string) => `zod@^1.0.0:\n  version "1.0.0"\n  resolved "${at("r.dev", name)}#x"\n`],
    [
      "yarn.lock",
      (name: string) => `"zod@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "${name}@npm:1.0.0"\n`,
    ],
    [
      "pnpm-lock.yaml",
      (name: string) =>
        `packages:\n\n  zod@1.0.0:\n    resolution: {integrity: x, tarball: ${at("r.dev", name)}}\n`,
    ],
    [
      "bun.lock",
      (name: string) => `{\n  "packages": {\n    "zod": ["${name}@1.0.0", "", {}, "x"],\n  }\n}\n`,
    ],
  ])("of %s are fetched under their own names", (path, text) => {
    expect(said({ [path]: "" }, { [path]: text("zod") })).toEqual([]);
    expect(said({ [path]: "" }, { [path]: text("evil") })).toEqual([
      "blocker: The package zod is fetched under another name.",
    ]);
    expect(said({ [path]: text("evil") }, { [path]: `${text("evil")}\n` })).toEqual([]);
  });

  it("run no code of this project at an install without a word", () => {
    const words =
      "suggestion: Installing or building this project runs this file, which is new or does more than before.";
    for (const path of ["setup.py", "native/binding.gyp", "build.rs"])
      expect(said({}, { [path]: "x\n" })).toEqual([words]);
    const plain = 'from setuptools import setup\nsetup(name="x", version="1")\n';
    expect(said({ "setup.py": plain }, { "setup.py": plain.replace('"1"', '"2"') })).toEqual([]);
    expect(said({ "setup.py": plain }, { "setup.py": `${plain}import os\n` })).toEqual([words]);
    const script = { "packages/x/package.json": npm({}, { scripts: { postinstall: "node x.js" } }) };
    expect(said({}, script)).toEqual([
      "suggestion: Installing this project runs the script `postinstall`, which is new or changed.",
    ]);
  });

  it("of Python are read from requirements and pyproject.toml", () => {
    expect(
      said({ "requirements.txt": "flask==3\n" }, { "requirements.txt": "flask==3\nreqeusts==2\n" }),
    ).toEqual(["suggestion: The package reqeusts is new here; is requests meant?"]);
    const project = (list: string) => `[project]\nname = "x"\ndependencies = [\n  "flask>=3",\n${list}]\n`;
    const before = { "pyproject.toml": project(""), "uv.lock": '[[package]]\nname = "flask"\n' };
    expect(said(before, { "pyproject.toml": project('  "thing @ git+https://g.dev/x",\n') })).toEqual([
      "suggestion: The package thing comes from a git repository, which can change under its name.",
      "suggestion: uv.lock does not have thing as this file asks for it. Let the package manager write it.",
    ]);
  });

  it("of Go are read from go.mod", () => {
    const before = { "go.mod": "module x\n\nrequire github.com/spf13/cobra v1.8.0\n", "go.sum": "" };
    const more = `${before["go.mod"]}require github.com/spf13/vipper v1.0.0\nreplace github.com/spf13/cobra => github.com/evil/cobra v1.8.0\n`;
    expect(said(before, { "go.mod": more })).toEqual([
      "suggestion: The package github.com/spf13/vipper is new here; is github.com/spf13/viper meant?",
      "suggestion: The package github.com/spf13/cobra is replaced by github.com/evil/cobra.",
      "suggestion: go.sum does not have github.com/spf13/vipper as this file asks for it. Let the package manager write it.",
    ]);
  });

  it("of Cargo are read from Cargo.toml", () => {
    const before = { "Cargo.toml": '[dependencies]\nserde = "1"\n', "Cargo.lock": 'name = "serde"\n' };
    expect(said(before, { "Cargo.toml": '[dependencies]\nserde = "1"\nserde_jsom = "1"\n' })).toEqual([
      "suggestion: The package serde_jsom is new here; is serde_json meant?",
      "suggestion: Cargo.lock does not have serde_jsom as this file asks for it. Let the package manager write it.",
    ]);
    expect(
      said(before, { "Cargo.toml": '[dependencies]\nserde = { git = "https://g.dev/serde" }\n' }),
    ).toEqual([
      "suggestion: The package serde comes from a git repository, which can change under its name.",
    ]);
    for (const more of [
      '[patch.crates-io]\nserde = { git = "https://g.dev/serde" }\n',
      '[patch.crates-io]\nserde.git = "https://g.dev/serde"\n',
      '[patch."https://g.dev/x".serde]\ngit = "https://g.dev/serde"\n',
      '[replace]\n"serde:1.0.0" = { git = "https://g.dev/serde" }\n',
      '[dev-dependencies]\nserde.git = "https://g.dev/serde"\n',
    ])
      expect(said(before, { "Cargo.toml": `${before["Cargo.toml"]}${more}` }), more).toEqual([
        "suggestion: The package serde comes from a git repository, which can change under its name.",
      ]);
  });

  it("in files that nobody can read are no reason to fail", () => {
    for (const text of ["", "{", "[]", "null", '{"dependencies":[1]}', '{"dependencies":{"__proto__":"1"}}'])
      expect(said(base, { "package.json": text, "package-lock.json": text })).toBeInstanceOf(Array);
  });
});
