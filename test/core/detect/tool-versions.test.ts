import { describe, expect, it } from "vitest";
import { type CachedTool, chooseTools } from "../../../core/detect/choose-tools.ts";
import type { RootFiles } from "../../../core/detect/detect.ts";
import { findToolPins } from "../../../core/detect/tool-pins.ts";
import { formatVersion, parseRange, parseVersion, type Version } from "../../../core/detect/version-range.ts";

const version = (text: string): Version => parseVersion(text) ?? [0, 0, 0];

/** What a hosted image has, more or less. */
const cached: CachedTool[] = [
  ...(["20.19.1", "22.3.0", "22.12.0", "23.1.0", "24.2.0"] as const).map((one) => ["node", one] as const),
  ...(["3.9.20", "3.12.3", "3.12.8", "3.13.1"] as const).map((one) => ["python", one] as const),
  ...(["1.22.9", "1.23.2", "1.23.4", "1.24.0"] as const).map((one) => ["go", one] as const),
].map(([tool, text]) => ({ tool, version: version(text), folder: `/cache/${tool}/${text}/x64` }));

const choose = (files: RootFiles) => {
  const { chosen, notes } = chooseTools(findToolPins(files), cached);
  return { chosen: chosen.map((one) => `${one.tool} ${formatVersion(one.version)}`), notes };
};
const manifest = (fields: object) => ({ "package.json": JSON.stringify(fields) });

describe("a range of versions, by npm's rules", () => {
  it.each([
    ["20", "20.0.0 20.99.1", "21.0.0 19.9.9"],
    ["v20.11.1", "20.11.1", "20.11.2"],
    ["3.12", "3.12.0", "3.1.2 3.13.0"],
    ["20.x", "20.1.0", "21.1.0"],
    ["*", "1.0.0", ""],
    ["", "1.0.0", ""],
    ["^20.3", "20.3.0 20.9.0", "20.2.9 21.0.0"],
    ["^0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2"],
    ["^0.0.3", "0.0.3", "0.0.4"],
    ["~1.2.3", "1.2.9", "1.3.0 1.2.2"],
    ["~1", "1.9.0", "2.0.0"],
    [">=18 <21", "18.0.0 20.9.9", "21.0.0 17.9.9"],
    [">= 18.1  < 19", "18.1.0", "18.0.9 19.0.0"],
    [">20", "21.0.0", "20.9.9"],
    ["<=20", "20.9.9 1.0.0", "21.0.0"],
    ["<20.1", "20.0.9", "20.1.0"],
    ["18 - 20", "18.0.0 20.9.0", "17.0.0 21.0.0"],
    ["^18 || >=22.1", "18.9.0 23.0.0", "19.0.0 22.0.9"],
  ])("%j accepts %s and not %s", (text, yes, no) => {
    const range = parseRange(text);
    const judge = (list: string) =>
      list
        .split(" ")
        .filter(Boolean)
        .map((one) => range?.accepts(version(one)));
    expect([judge(yes), judge(no)]).toEqual([judge(yes).map(() => true), judge(no).map(() => false)]);
  });

  it.each([
    "../../etc",
    "latest",
    "20.1.2.3",
    "20-rc.1",
    ">=",
    "18 -20",
    "123456",
    "20; rm",
    "1".repeat(101),
  ])("%j is none", (text) => expect(parseRange(text)).toBeUndefined());
});

describe("the version of a language", () => {
  it.each<[string, RootFiles, string]>([
    [".nvmrc with a major", { ".nvmrc": "v22\n" }, "node 22.12.0"],
    [".nvmrc with a comment first", { ".nvmrc": "# ours\n\n20 # old\n" }, "node 20.19.1"],
    [".nvmrc with the newest long-term line", { ".nvmrc": "lts/*" }, "node 24.2.0"],
    [".nvmrc with a long-term line by name", { ".nvmrc": "lts/Jod" }, "node 22.12.0"],
    [".nvmrc with the newest", { ".nvmrc": "node" }, "node 24.2.0"],
    [".node-version", { ".node-version": "22.3.0" }, "node 22.3.0"],
    [
      ".python-version of pyenv, which may name several",
      { ".python-version": "3.12\n3.9\n" },
      "python 3.12.8",
    ],
    ["go.mod: the oldest line that will do", { "go.mod": "module a\n\ngo 1.23\n" }, "go 1.23.4"],
    ["go.mod: a line that is gone", { "go.mod": "module a\n\ngo 1.18\n" }, "go 1.22.9"],
    ["go.mod with a toolchain", { "go.mod": "module a\ngo 1.21\ntoolchain go1.23.3\n" }, "go 1.23.4"],
    [".tool-versions", { ".tool-versions": "# tools\nnodejs 20.19.1 18.0.0\n" }, "node 20.19.1"],
    ["volta", manifest({ volta: { node: "22.3.0" }, engines: { node: "24" } }), "node 22.3.0"],
    ["engines", manifest({ engines: { node: ">=20 <23" } }), "node 22.12.0"],
  ])("is found by %s", (_, files, chosen) => {
    expect(choose(files)).toEqual({ chosen: [chosen], notes: [] });
  });

  it("is found for several languages at once, and nothing is asked for where nothing is pinned", () => {
    const files = { ".tool-versions": "python 3.13.1\ngolang 1.24.0\nterraform 1.9.0\n" };
    expect(choose(files)).toEqual({ chosen: ["python 3.13.1", "go 1.24.0"], notes: [] });
    expect(
      choose({ "package.json": "{}", ".python-version": "system\n", ".nvmrc": "\n# nothing\n" }),
    ).toEqual({
      chosen: [],
      notes: [],
    });
  });

  it("is of the same line where that very patch is not there, and is said", () => {
    expect(choose({ ".python-version": "3.12.1", ".nvmrc": "20.1.0" })).toEqual({
      chosen: ["node 20.19.1", "python 3.12.8"],
      notes: [
        expect.objectContaining({ tool: "node", wanted: "20.1.0", trouble: "other-patch", used: "20.19.1" }),
        expect.objectContaining({ tool: "python", trouble: "other-patch", used: "3.12.8" }),
      ],
    });
  });

  it("that is not there is named with what is", () => {
    const { chosen, notes } = choose({ ".nvmrc": "16" });
    expect(chosen).toEqual([]);
    expect(notes).toEqual([
      {
        ...{ type: "tool-version", tool: "node", file: ".nvmrc", wanted: "16", trouble: "missing" },
        has: ["24.2.0", "23.1.0", "22.12.0", "22.3.0", "20.19.1"],
      },
    ]);
  });

  it("is not missed where the Node that comes with the runner will do", () => {
    const pins = findToolPins(manifest({ engines: { node: ">=20" } }));
    expect(chooseTools(pins, [], version("24.1.0"))).toEqual({ chosen: [], notes: [] });
    expect(chooseTools(pins, [], version("18.1.0")).notes).toMatchObject([{ trouble: "missing", has: [] }]);
  });

  it("that two files say differently goes by the one that counts more, and is said", () => {
    const files = { ".nvmrc": "22", ".node-version": "20.19.1", ...manifest({ engines: { node: ">=18" } }) };
    expect(choose(files)).toEqual({
      chosen: ["node 22.12.0"],
      notes: [
        {
          ...{ type: "tool-version", tool: "node", file: ".node-version", wanted: "20.19.1" },
          ...{ trouble: "overruled", used: "22.12.0", by: ".nvmrc" },
        },
      ],
    });
  });

  it.each([
    ["a path", "../../../etc/passwd"],
    ["a path after a version", "20/../../../etc"],
    ["a shell line", "$(touch /tmp/x)"],
    ["a program that nobody can see", "20\u202e"],
    ["far too much", "9".repeat(3_000_000)],
    ["JavaScript's own", "__proto__"],
  ])("that is %s does not count, and is said", (_, text) => {
    const { chosen, notes } = choose({ ".nvmrc": text, ".node-version": "22" });
    expect(chosen).toEqual(["node 22.12.0"]);
    expect(notes).toMatchObject([{ file: ".nvmrc", trouble: "unreadable", wanted: text.slice(0, 100) }]);
  });

  it.each(["{", "[]", '{"engines":7}', '{"engines":{"node":[1]}}', '{"engines":{"__proto__":{"node":"1"}}}'])(
    "is not in a package.json that is %s",
    (text) => expect(findToolPins({ "package.json": text })).toEqual([]),
  );
});
