import { describe, expect, it } from "vitest";
import { findHosts, hostsOf } from "../../../core/detect/find-hosts.ts";
import { hostsIn } from "../../../core/detect/hosts-in.ts";
import { unreachedIn } from "../../../core/detect/unreached-in.ts";

describe("hosts in a text", () => {
  it("are named once each as `setup.hosts` writes them, without what stands around them", () => {
    const text = [
      "resolved https://a.example.org/x.tgz",
      '"https://user:word@b.example.org:8443/y"',
      "https://A.example.org:443/z http://c.example.org,direct",
      "https://localhost/x https://10.0.0.1/x https://[::1]/x https://evil.example.org`rm`/ https://d.example.org:99999/",
    ].join("\n");
    expect(hostsIn(text)).toEqual(["a.example.org", "b.example.org:8443", "http://c.example.org"]);
  });

  it("are few, however many there are", () => {
    const text = Array.from({ length: 99 }, (_, index) => `https://h${index}.example.org/`).join(" ");
    expect(hostsIn(text)).toHaveLength(20);
  });
});

describe("where packages come from", () => {
  it.each([
    [
      ".npmrc",
      "registry=https://a.example.org/\n@team:registry = http://b.example.org:4873/\n//c.example.org/:_authToken=x\n",
      ["a.example.org", "http://b.example.org:4873"],
    ],
    [
      ".yarnrc.yml",
      'npmRegistryServer: "https://a.example.org"\nnpmScopes:\n  team:\n    npmRegistryServer: "https://b.example.org"\n',
      ["a.example.org", "b.example.org"],
    ],
    [
      ".yarnrc",
      'registry "https://a.example.org"\n"@team:registry" "https://b.example.org"\n',
      ["a.example.org", "b.example.org"],
    ],
    [
      "package-lock.json",
      '{"resolved": "https://a.example.org/x.tgz", "funding": {"url": "https://money.example.org/x"}}',
      ["a.example.org"],
    ],
    [
      "yarn.lock",
      '# see https://docs.example.org/\n  resolved "https://a.example.org/x.tgz#1"\n',
      ["a.example.org"],
    ],
    ["pnpm-lock.yaml", "resolution: {tarball: https://a.example.org/x.tgz}\n", ["a.example.org"]],
    [
      "packages/a/package.json",
      '{"homepage": "https://page.example.org", "dependencies": {"x": "git+https://a.example.org/x.git"}, "overrides": {"y": "https://b.example.org/y"}}',
      ["a.example.org", "b.example.org"],
    ],
    [
      "requirements.txt",
      "# https://page.example.org\n--index-url https://a.example.org/simple\n--extra-index-url=https://b.example.org/\nx @ https://c.example.org/x.whl\ngit+https://d.example.org/y\n",
      ["a.example.org", "b.example.org", "c.example.org", "d.example.org"],
    ],
    [
      "pyproject.toml",
      '[project.urls]\nHomepage = "https://page.example.org"\n[[tool.uv.index]]\nurl = "https://a.example.org/simple"\n[[tool.poetry.source]]\nurl = "https://b.example.org/"\n',
      ["a.example.org", "b.example.org"],
    ],
    [
      "uv.lock",
      'source = { registry = "https://a.example.org/simple" }\nsdist = { url = "https://b.example.org/x" }\n',
      ["a.example.org", "b.example.org"],
    ],
    [
      ".cargo/config.toml",
      '[registries.team]\nindex = "sparse+https://a.example.org/index/"\n',
      ["a.example.org"],
    ],
    ["Cargo.lock", 'source = "git+https://a.example.org/x#1"\n', ["a.example.org"]],
    [
      "Gemfile",
      'source "https://a.example.org"\ngem "x", git: "https://b.example.org/x.git"\n',
      ["a.example.org", "b.example.org"],
    ],
    ["Gemfile.lock", "GEM\n  remote: https://a.example.org/\n", ["a.example.org"]],
    ["README.md", "https://page.example.org", []],
  ])("%s", (path, text, hosts) => {
    expect(hostsOf(path, text)).toEqual(hosts);
  });

  it("is read of all files together", () => {
    const line = "--index-url https://a.example.org/";
    expect(findHosts({ "requirements.txt": line, "requirements-dev.txt": line })).toEqual(["a.example.org"]);
  });
});

describe("a host that a program says it did not reach", () => {
  it.each([
    ["npm error request failed, reason: getaddrinfo ENOTFOUND a.example.org", "no-address"],
    ["curl: (6) Could not resolve host: a.example.org", "no-address"],
    [
      "NameResolutionError(\"Failed to resolve 'a.example.org' ([Errno -3] Temporary failure)\")",
      "no-address",
    ],
    ["dial tcp: lookup a.example.org on 10.0.0.2:53: no such host", "no-address"],
    ["curl: (7) Failed to connect to a.example.org port 443 after 1 ms", "refused"],
  ])("%s", (output, trouble) => {
    expect(unreachedIn(output)).toEqual([{ host: "a.example.org", trouble }]);
  });

  it("is not found where there is none", () => {
    expect(unreachedIn("npm error notarget No matching version found for a@9")).toEqual([]);
  });
});

describe("a file that is made to hold us up", () => {
  it.each([
    ".npmrc",
    ".yarnrc",
    "bunfig.toml",
    "yarn.lock",
    "requirements.txt",
    "pyproject.toml",
    "Pipfile",
    "Cargo.toml",
    "Cargo.lock",
    "Gemfile",
    "Gemfile.lock",
    "package-lock.json",
    "uv.lock",
  ])("is looked through line by line: %s", (path) => {
    const started = performance.now();
    for (const piece of ["\n", " \n", " ", "a@", "url ", "registry ", "git ", '"'])
      expect(hostsOf(path, piece.repeat(200_000 / piece.length))).toEqual([]);
    // Minutes, where each blank line is a new start over all that follow.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
