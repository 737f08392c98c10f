import { parse } from "yaml";
import { mustCommit, readTree, resolveCommit } from "./git/git-repo.ts";
import { entryAt, readFileAt } from "./git/tree-edit.ts";
import { invalid, Refusal } from "./reply.ts";
import type { Repo } from "./state/repository.ts";
import type { World } from "./state/world.ts";

export interface Workflow {
  id: number;
  path: string;
  name: string;
}

const FOLDER = ".github/workflows";

/** The id of a workflow file; it stays the same for the life of the repository. */
export function workflowId(world: World, repo: Repo, path: string): number {
  const known = repo.workflows.get(path);
  if (known !== undefined) return known;
  const id = world.nextId();
  repo.workflows.set(path, id);
  return id;
}

/** Workflows on the default branch. */
export function listWorkflows(world: World, repo: Repo): Workflow[] {
  const head = resolveCommit(repo.git, repo.defaultBranch);
  const folder = head ? entryAt(repo.git, mustCommit(repo.git, head).tree, FOLDER) : undefined;
  const names = folder ? (readTree(repo.git, folder.sha) ?? []).map((entry) => entry.name) : [];
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .map((file) => {
      const path = `${FOLDER}/${file}`;
      const name = readWorkflow(repo, head!, path)?.["name"];
      return { id: workflowId(world, repo, path), path, name: typeof name === "string" ? name : path };
    });
}

/** By id or by file name. */
export function findWorkflow(world: World, repo: Repo, key: string): Workflow | undefined {
  return listWorkflows(world, repo).find(
    (one) => String(one.id) === key || one.path === `${FOLDER}/${key}` || one.path === key,
  );
}

type Yaml = Record<string, unknown>;
const isMap = (value: unknown): value is Yaml =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readWorkflow(repo: Repo, commit: string, path: string): Yaml | undefined {
  const bytes = readFileAt(repo.git, commit, path);
  if (!bytes) return undefined;
  try {
    const value: unknown = parse(bytes.toString("utf8"));
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

interface InputDeclaration {
  required?: boolean;
  default?: unknown;
  type?: string;
  options?: unknown[];
}

/** The inputs of a dispatch as the event carries them: checked, defaults filled in, all strings. */
export function dispatchInputs(
  repo: Repo,
  commit: string,
  { path, given }: { path: string; given: Record<string, unknown> },
): Record<string, string> {
  const file = readWorkflow(repo, commit, path);
  if (!file) throw new Refusal(422, `Workflow '${path}' was not found on this ref`);
  const declared = declaredInputs(file);
  if (!declared) throw new Refusal(422, "Workflow does not have 'workflow_dispatch' trigger");
  const unexpected = Object.keys(given).filter((name) => !(name in declared));
  if (unexpected.length > 0)
    throw new Refusal(422, `Unexpected inputs provided: ${JSON.stringify(unexpected)}`);
  const inputs: Record<string, string> = {};
  for (const [name, input] of Object.entries(declared)) {
    const value = given[name] ?? input.default;
    if (given[name] === undefined && input.required && input.default === undefined)
      throw new Refusal(422, `Required input '${name}' not provided`);
    checkInput(name, input, value);
    inputs[name] =
      value === undefined || value === null ? (input.type === "boolean" ? "false" : "") : String(value);
  }
  if (JSON.stringify(inputs).length > 65_535)
    throw invalid({
      resource: "WorkflowDispatch",
      field: "inputs",
      code: "custom",
      message: "inputs are too large.",
    });
  return inputs;
}

function checkInput(name: string, input: InputDeclaration, value: unknown): void {
  if (value === undefined || value === null) return;
  const options = (input.options ?? []).map(String);
  if (input.type === "choice" && !options.includes(String(value)))
    throw new Refusal(422, `Provided value '${value}' for input '${name}' not in the list of allowed values`);
  if (input.type === "boolean" && !/^(true|false)$/.test(String(value)))
    throw new Refusal(422, `Provided value '${value}' for input '${name}' is not a boolean`);
  if (input.type === "number" && Number.isNaN(Number(value)))
    throw new Refusal(422, `Provided value '${value}' for input '${name}' is not a number`);
}

function declaredInputs(file: Yaml): Record<string, InputDeclaration> | undefined {
  const on = file["on"] ?? file["true"];
  if (on === "workflow_dispatch" || (Array.isArray(on) && on.includes("workflow_dispatch"))) return {};
  if (!isMap(on) || !("workflow_dispatch" in on)) return undefined;
  const dispatch = on["workflow_dispatch"];
  const inputs = isMap(dispatch) ? dispatch["inputs"] : undefined;
  return isMap(inputs) ? (inputs as Record<string, InputDeclaration>) : {};
}
