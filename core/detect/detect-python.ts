import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Into the home folder of the sandbox, whoever manages the system's Python. */
const install = "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user";

/** requirements.txt or pyproject.toml; pytest, ruff and mypy where they are configured or required. */
export function detectPython(files: RootFiles): Found {
  const requirements = textOf(files, "requirements.txt");
  const project = textOf(files, "pyproject.toml");
  if (requirements === undefined && project === undefined) return { commands: {} };
  const all = `${requirements ?? ""}\n${project ?? ""}`;
  const isProject = /^\[project\]|^\[tool\.poetry\]/m.test(project ?? "");
  const names = (tool: string) => new RegExp(`^\\[tool\\.${tool}\\b|(^|["'])${tool}\\b`, "m").test(all);
  const pytest = names("pytest") || textOf(files, "pytest.ini") !== undefined;
  const what = requirements !== undefined ? "-r requirements.txt" : isProject ? "-e ." : undefined;
  return {
    ...(what
      ? {
          setup: {
            command: `${install} ${what}`,
            lockfile: requirements !== undefined ? "requirements.txt" : "uv.lock",
          },
        }
      : {}),
    commands: {
      ...(names("ruff") ? { lint: "python3 -m ruff check ." } : {}),
      ...(names("mypy") ? { typecheck: "python3 -m mypy ." } : {}),
      ...(pytest ? { test: "python3 -m pytest" } : {}),
    },
  };
}
