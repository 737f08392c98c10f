import { optionalText, text, texts } from "../body.ts";
import { labelKey, setLabels } from "../issue-actions.ts";
import { created, found, invalid, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { labelShape, labelsOf } from "../shapes/issue.ts";
import { issueOf } from "./issues.ts";

const repo = "/repos/{owner}/{repo}";

export const labelRoutes: Routes = {
  [`GET ${repo}/labels`]: (call) =>
    pages([...call.repo.labels.values()].map((label) => labelShape(call.world, call.repo, label))),
  [`POST ${repo}/labels`]: createLabel,
  [`GET ${repo}/labels/{name}`]: (call) => ok(labelShape(call.world, call.repo, labelOf(call))),
  [`PATCH ${repo}/labels/{name}`]: updateLabel,
  [`DELETE ${repo}/labels/{name}`]: deleteLabel,
  [`GET ${repo}/issues/{issue_number}/labels`]: (call) =>
    pages(labelsOf(call.world, call.repo, issueOf(call))),
  [`POST ${repo}/issues/{issue_number}/labels`]: (call) =>
    change(call, [...issueOf(call).labels, ...asked(call)]),
  [`PUT ${repo}/issues/{issue_number}/labels`]: (call) => change(call, asked(call)),
  [`DELETE ${repo}/issues/{issue_number}/labels`]: (call) => {
    change(call, []);
    return noContent();
  },
  [`DELETE ${repo}/issues/{issue_number}/labels/{name}`]: removeLabel,
};

function labelOf(call: Call) {
  return found(call.repo.labels.get(labelKey(call.params["name"] ?? "")));
}

function createLabel(call: Call) {
  const { world, repo, body } = call;
  const name = text(body, "name", "Label");
  if (repo.labels.has(labelKey(name)))
    throw invalid({ resource: "Label", field: "name", code: "already_exists" });
  const label = {
    id: world.nextId(),
    name,
    color: colorOf(body) ?? "ededed",
    description: optionalText(body, "description", "Label") ?? null,
    default: false,
  };
  repo.labels.set(labelKey(name), label);
  return created(labelShape(world, repo, label));
}

function colorOf(body: Record<string, unknown>): string | undefined {
  const color = optionalText(body, "color", "Label");
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(color))
    throw invalid({ resource: "Label", field: "color", code: "invalid" });
  return color;
}

function updateLabel(call: Call) {
  const { world, repo, body } = call;
  const label = labelOf(call);
  const oldKey = labelKey(label.name);
  label.name = optionalText(body, "new_name", "Label") ?? label.name;
  label.color = colorOf(body) ?? label.color;
  label.description = optionalText(body, "description", "Label") ?? label.description;
  repo.labels.delete(oldKey);
  repo.labels.set(labelKey(label.name), label);
  for (const issue of repo.issues.values())
    issue.labels = issue.labels.map((key) => (key === oldKey ? labelKey(label.name) : key));
  return ok(labelShape(world, repo, label));
}

function deleteLabel(call: Call) {
  const key = labelKey(labelOf(call).name);
  call.repo.labels.delete(key);
  for (const issue of call.repo.issues.values()) issue.labels = issue.labels.filter((label) => label !== key);
  return noContent();
}

/** The body is `{ labels: [...] }` or a bare list, which the server passes as `items`. */
function asked(call: Call): string[] {
  return texts(call.body, "labels") ?? texts(call.body, "items") ?? [];
}

function change(call: Call, names: string[]) {
  const { world, repo, actor } = call;
  const issue = issueOf(call);
  setLabels(world, repo, issue, {
    names: names.map((name) => repo.labels.get(labelKey(name))?.name ?? name),
    actor,
  });
  return pages(labelsOf(world, repo, issue));
}

function removeLabel(call: Call) {
  const key = labelKey(call.params["name"] ?? "");
  const issue = issueOf(call);
  if (!issue.labels.includes(key)) throw new Refusal(404, "Label does not exist");
  return change(
    call,
    issue.labels.filter((label) => label !== key),
  );
}
