import { describe, expect, it } from "vitest";
import { protectedGlobs, protectedNames } from "../../../core/model/protected-names.ts";
import { createProtection, isInstructing, neverChanged } from "../../../core/plan/protection.ts";

const isProtected = createProtection(protectedGlobs([]));

const instructing = [
  ...["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", ".agents/skills/x.md"],
  ...[".claude/settings.json", ".codex/config.toml", ".gemini/settings.json", ".opencode/agent/x.md"],
  ...[".cursor/rules/x.mdc", ".cursorrules", ".cursorignore", "opencode.json", "opencode.jsonc", ".mcp.json"],
  ...[".husky/pre-commit", ".githooks/pre-push", "lefthook.yml", ".lefthook.toml", ".pre-commit-config.yaml"],
  ...[".env", ".envrc", ".vscode/tasks.json", ".devcontainer/devcontainer.json", ".devcontainer.json"],
  ...[".lfsconfig", ".gitattributes", ".gitmodules", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"],
  ...["bunfig.toml", "renovate.json", "renovate.json5", ".renovaterc.json", "action.yml", "action.yaml"],
  ...["CODEOWNERS", ".github/workflows/ci.yml", ".gsd/agents/x.md", ".gitlab-ci.yml", ".circleci/config.yml"],
  ...["Jenkinsfile", "Jenkinsfile.release", "azure-pipelines.yml", ".drone.yml", ".buildkite/pipeline.yml"],
  ...[
    ".travis.yml",
    "bitbucket-pipelines.yml",
    ".woodpecker.yml",
    "appveyor.yml",
    ".windsurfrules",
    ".clinerules",
  ],
];

describe("what instructs agents or runs by itself", () => {
  it.each(instructing)("is neither changed by a task nor taken from a branch: %s", (path) => {
    for (const one of [
      path,
      `packages/deep/${path}`,
      path.toUpperCase(),
      path.replace("i", "İ"),
      `${path}/below`,
    ]) {
      expect(isProtected(one), one).toBe(true);
      expect(isInstructing(one), one).toBe(true);
    }
  });

  it.each([
    ...[
      "src/a.ts",
      "package.json",
      ".gitignore",
      ".editorconfig",
      ".env.example",
      ".envoy/x",
      "docs/claude.txt",
    ],
    ...[
      "src/CLAUDE.ts",
      ".vscode/extensions.json",
      "actions.yml",
      "src/action.ts",
      "renovate.md",
      "github/x",
    ],
    ...[
      "env",
      "src/agents.md.ts",
      "lefthook-tools/x.ts",
      ".yarn/cache/x.zip",
      "jenkinsfile-docs.md".slice(7),
    ],
  ])("does not have %s in it", (path) => {
    expect(isProtected(path)).toBe(false);
    expect(isInstructing(path)).toBe(false);
  });

  it("grows by a repository's own list, and shrinks by name", () => {
    const own = ["deploy/**", "Infra", "!.ENV", "!.vscode/tasks.json"];
    const mine = createProtection(protectedGlobs(own));
    for (const path of ["deploy/x", "infra/deep/main.tf", "CLAUDE.md", ".envrc"])
      expect(mine(path), path).toBe(true);
    for (const path of [".env", "pkg/.env", ".vscode/tasks.json", "src/infra"])
      expect(mine(path), path).toBe(false);
  });

  it("takes every name out by itself, and nothing else", () => {
    for (const name of protectedNames) {
      const left = protectedGlobs([`!${name}`]);
      expect(left).toEqual(protectedGlobs([]).filter((glob) => glob !== `**/${name}`));
      expect(left).toHaveLength(protectedNames.length - 1);
    }
  });
});

describe("what no task may change", () => {
  it.each([
    "specs/changes/1-x/SPEC.md",
    "Specs/Changes/x",
    "specs/archive/2026-01-01-1-x/BACKLOG.yaml",
    "SPECS/ARCHİVE/x",
  ])("has plans in it: %s", (path) => {
    expect(createProtection(neverChanged(["!.env"]))(path)).toBe(true);
  });

  it("leaves what a plan folds its changes into to tasks, and to people who look at them", () => {
    expect(createProtection(neverChanged([]))("specs/export/spec.md")).toBe(false);
  });
});
