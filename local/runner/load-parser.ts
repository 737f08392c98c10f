/** GitHub's own workflow parser, loaded when first needed (it is large, and needs the JSON hook before it). */
export async function loadParser() {
  loading ??= importParser();
  return loading;
}

let loading: ReturnType<typeof importParser> | undefined;

async function importParser() {
  await import("./json-imports.ts");
  const [{ parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter }, { parseAction }] =
    await Promise.all([
      import("@actions/workflow-parser"),
      import("@actions/workflow-parser/actions/action-parser"),
    ]);
  return { parseWorkflow, convertWorkflowTemplate, parseAction, trace: new NoOperationTraceWriter() };
}
