import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Checkup, RepositoryFacts } from "../../../core/install/checkup.ts";
import { copyPaths, copyWorkflow, isUntouchedCopy } from "../../../core/install/copy.ts";
import { diagnoseWorkflows } from "../../../core/install/diagnose-workflows.ts";
import { parseWorkflow } from "../../../core/install/parse-workflow.ts";
import { isHosted, parseLabels, readLabels } from "../../../core/install/runner-labels.ts";
import { fillStub, type Mode, redirectStub, stubTemplates } from "../../../core/install/stub.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const release = { repository: "gsd/gsd", sha: "a".repeat(40), version: "1.2.3" };

describe("a copy of our workflows", () => {
  const copies = Object.entries(copyPaths).map(([from, path]) => ({
    path,
    original: read(from),
    text: copyWorkflow(read(from), release, sha256),
  }));

  it.each(copies)("leads nowhere but to our release and to each other: $path", ({ path, original, text }) => {
    expect(text).not.toContain("$/");
    const uses = [...text.matchAll(/\buses: (\S+)/g)].map(([, one = ""]) => one);
    for (const one of uses) expect(one).toMatch(/^\.\/\.github\/workflows\/gsd-job\.yml$|@[0-9a-f]{40}$/);
    expect(text).toContain(`uses: gsd/gsd/action@${release.sha} # v1.2.3`);
    expect(text.split("\n").length).toBe(original.split("\n").length + 1);
    expect(parseWorkflow(path, text)).toMatchObject({ copyOf: release });
  });

  it("knows whether somebody changed it since, in any release", () => {
    const [{ text } = { text: "" }] = copies;
    expect(isUntouchedCopy(text, sha256)).toBe(true);
    expect(isUntouchedCopy(text.replace("timeout-minutes: 12", "timeout-minutes: 13"), sha256)).toBe(false);
    expect(isUntouchedCopy(`${text}\n`, sha256)).toBe(false);
    expect(isUntouchedCopy(read(".github/workflows/gsd.yml"), sha256)).toBe(false);
    expect(isUntouchedCopy("", sha256)).toBe(false);
    const without = { repository: "acme/gsd", sha: "b".repeat(40) };
    expect(isUntouchedCopy(copyWorkflow("name: gsd\n", without, sha256), sha256)).toBe(true);
  });
});

describe("a stub", () => {
  const all = (["action", "app"] as Mode[]).flatMap((mode) =>
    Object.entries(stubTemplates[mode]).map(([path, template]) => ({
      path,
      text: read(`cli/templates/${template}`),
    })),
  );
  const box = { agents: ["self-hosted", "box"], control: ["box"] } as const;

  it.each(all)("runs where it is told and calls the copy: $path", ({ path, text }) => {
    const filled = fillStub(text, { release, isCopied: true, runners: box, ci: [], isPrivate: false });
    const isClock = path.endsWith("gsd-tick.yml");
    expect(parseWorkflow(path, filled)?.stub).toMatchObject({
      isCopied: true,
      runners: isClock ? ["box"] : ["self-hosted", "box", "box"],
    });
    const back = redirectStub(filled, { release, isCopied: false, runners: { agents: ["ubuntu-24.04"] } });
    expect(parseWorkflow(path, back)?.stub).toMatchObject({
      ...{ isCopied: false, repository: "gsd/gsd", ref: release.sha, version: "1.2.3" },
      runners: isClock ? ["box"] : ["ubuntu-24.04", "box"],
    });
  });

  it("of an earlier release gets the inputs that it lacks", () => {
    const old = read("cli/templates/gsd-app.yml").replaceAll(/ +(control-)?runner: .*\n/g, "");
    const text = redirectStub(old, { release, isCopied: true, runners: box });
    expect(parseWorkflow(".github/workflows/gsd.yml", text)?.stub?.runners).toEqual([
      "self-hosted",
      "box",
      "box",
    ]);
    expect(text.split("\n").length).toBe(old.split("\n").length + 2);
  });
});

describe("what the doctor says of it", () => {
  const app = ".github/workflows/gsd.yml";
  const stub = (isCopied: boolean, agents: string) =>
    fillStub(read("cli/templates/gsd-app.yml"), {
      ...{ release, isCopied, runners: { agents: [agents] as const }, ci: [], isPrivate: false },
    });
  const newest = { repository: "gsd/gsd", sha: "c".repeat(40), version: "2.0.0" };
  const types = (files: Record<string, string>, more: Partial<Checkup> = {}) => {
    const workflows = Object.entries(files).flatMap(([path, text]) => parseWorkflow(path, text) ?? []);
    const repository = { name: "acme/tally" } as RepositoryFacts;
    const checkup = { workflows, disabled: [], repository, config: { state: "absent" }, ...more } as Checkup;
    return diagnoseWorkflows(checkup).map(({ type }) => type);
  };
  const copies = Object.fromEntries(
    Object.entries(copyPaths).map(([from, path]) => [path, copyWorkflow(read(from), release, sha256)]),
  );

  it("is nothing where all is there", () => {
    expect(
      types({ [app]: stub(true, "box"), ...copies }, { newest: { ...newest, sha: release.sha } }),
    ).toEqual([]);
    expect(types({ [app]: stub(false, "ubuntu-24.04") })).toEqual([]);
  });

  it("is what is missing or old, and a runner that would never come", () => {
    expect(types({ [app]: stub(true, "box") })).toEqual(["copy-missing"]);
    expect(types({ [app]: stub(true, "box"), ...copies }, { newest })).toEqual(["copy-behind"]);
    expect(types({ [app]: stub(false, "box") })).toEqual(["runner-foreign"]);
    const own = { repository: { name: "gsd/other" } as RepositoryFacts };
    expect(types({ [app]: stub(false, "box") }, own)).toEqual([]);
  });

  it("is a note on services of the repository's CI", () => {
    const ci = "name: CI\non: push\njobs: { t: { runs-on: ubuntu-latest, services: { db: {} } } }\n";
    expect(types({ [app]: stub(false, "ubuntu-24.04"), "ci.yml": ci })).toEqual(["ci-services"]);
  });
});

describe("labels of runners", () => {
  it.each([
    ["ubuntu-24.04", true],
    ["ubuntu-latest", true],
    ["ubuntu-slim", true],
    ["ubuntu-24.04-arm", true],
    ["ubuntu-24.04-16core", false],
    ["self-hosted", false],
  ])("%s is everybody's: %s", (label, expected) => expect(isHosted([label])).toBe(expected));

  it("are one, or several with commas, and nothing that YAML or a shell would read otherwise", () => {
    expect(parseLabels("self-hosted, linux ,x64")).toEqual(["self-hosted", "linux", "x64"]);
    for (const text of ["", "a,,b", "a b", `\${{ x }}`, "it's", "a\nb", "-x", "[a]"])
      expect(parseLabels(text)).toBeUndefined();
  });

  it("are read from an input as far as that says them", () => {
    expect(readLabels('["a", "b"]')).toEqual(["a", "b"]);
    expect(readLabels("a")).toEqual(["a"]);
    for (const text of ["[", "{}", '{"group":"x"}', `\${{ vars.RUNNER }}`])
      expect(readLabels(text)).toEqual([]);
  });
});

describe("a workflow file of the repository", () => {
  it("says which services it starts, and which runners of one's own it uses", () => {
    const text = `on: push
jobs:
  a: { runs-on: [self-hosted, linux], services: { db: { image: postgres }, queue: {} } }
  b: { runs-on: ubuntu-latest, services: { db: {} } }
  c: { runs-on: { group: big, labels: box } }
  d: { runs-on: "\${{ matrix.os }}" }
  e: { runs-on: windows-latest }
  f: 7
`;
    expect(parseWorkflow("ci.yml", text)).toMatchObject({
      services: ["db", "queue"],
      ownRunners: ["self-hosted", "linux", "box"],
    });
    expect(parseWorkflow("ci.yml", "on: push\njobs: [1]\n")).toMatchObject({ services: [], ownRunners: [] });
  });
});
