import { withoutUndefined } from "../model/without-undefined.ts";
import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Into the home folder of the sandbox, whoever manages the system's Python. */
const install = "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user";

/** Where a project lists what only its tests need: the first that is there. */
const testFiles = [
  ...["requirements-dev.txt", "requirements-test.txt", "requirements-tests.txt"],
  ...["dev-requirements.txt", "test-requirements.txt"],
];
const testExtras = ["test", "tests", "testing", "dev"];

/** requirements.txt or pyproject.toml; pytest, ruff and mypy where they are configured or required. */
export function detectPython(files: RootFiles): Found {
  const requirements = textOf(files, "requirements.txt");
  const project = textOf(files, "pyproject.toml");
  if (requirements === undefined && project === undefined) return { commands: {} };
  const forTests = testFiles.find((name) => textOf(files, name) !== undefined);
  const all = [requirements, project, textOf(files, forTests ?? "")].join("\n");
  const names = (tool: string) => new RegExp(`^\\[tool\\.${tool}\\b|(^|["'])${tool}\\b`, "m").test(all);
  const pytest = names("pytest") || textOf(files, "pytest.ini") !== undefined;
  const commands = withoutUndefined({
    lint: names("ruff") ? "python3 -m ruff check ." : undefined,
    typecheck: names("mypy") ? typecheck(project ?? "") : undefined,
    test: pytest ? "python3 -m pytest" : undefined,
  });
  const what = [
    ...(requirements !== undefined ? ["-r requirements.txt"] : ownPackage(project ?? "")),
    ...(forTests ? [`-r ${forTests}`] : []),
  ];
  if (what.length === 0) return { commands };
  return { setup: { command: `${install} ${what.join(" ")}`, manager: "pip" }, commands };
}

/** The project itself, with what its tests need where it says so. */
function ownPackage(project: string): string[] {
  if (!/^\[project\]|^\[tool\.poetry\]/m.test(project)) return [];
  const [, extras = ""] =
    /^\[project\.optional-dependencies\]\n([^[]*(?:\[[^\]]*\][^[]*)*)/m.exec(project) ?? [];
  const extra = testExtras.find((name) => new RegExp(`^["']?${name}["']?\\s*=`, "m").test(extras));
  return [extra ? `-e '.[${extra}]'` : "-e ."];
}

/** mypy's own settings may say what it looks at. */
function typecheck(project: string): string {
  const [, settings = ""] = /^\[tool\.mypy\]\n((?:(?!\[).*\n?)*)/m.exec(project) ?? [];
  return /^(files|packages|modules)\s*=/m.test(settings) ? "python3 -m mypy" : "python3 -m mypy .";
}
