import { GsdError } from "../../core/gsd-error.ts";
import type { Annotation, CheckRun, WorkflowRun } from "../../core/ports/github/runs.ts";
import { type Connection, read, write } from "./request.ts";
import { allPages } from "./threads.ts";

/** Statuses and checks on commits, and workflow runs. */
export function createGates(connection: Connection) {
  const { client, owner, repo } = connection;
  const { actions, checks, repos } = client.rest;
  return {
    async setStatus(status: {
      sha: string;
      context: string;
      state: "success" | "pending" | "failure";
      description: string;
    }): Promise<void> {
      await write(connection, () => repos.createCommitStatus({ owner, repo, ...status }));
    },
    async showCheck({
      sha: head_sha,
      name,
      conclusion,
      title,
      summary,
      annotations,
    }: CheckRun): Promise<void> {
      const all = annotations.map(toRaw);
      const output = { title, summary };
      const first = { ...output, annotations: all.slice(0, mostAnnotations) };
      const run = { owner, repo, head_sha, name, status: "completed", conclusion, output: first } as const;
      const made = await write(connection, () => checks.create(run));
      for (let at = mostAnnotations; made && at < all.length; at += mostAnnotations) {
        const more = { ...output, annotations: all.slice(at, at + mostAnnotations) };
        await write(connection, () => checks.update({ owner, repo, check_run_id: made.id, output: more }));
      }
    },
    async suitesOf(workflow_id: string, head_sha: string): Promise<number[]> {
      const list = { owner, repo, workflow_id, head_sha, per_page: 100 } as const;
      const raw = await read(connection, () => actions.listWorkflowRuns(list));
      return (raw?.workflow_runs ?? []).flatMap((run) => run.check_suite_id ?? []);
    },
    async dispatch(
      workflow_id: string,
      ref: string,
      inputs: Record<string, string>,
    ): Promise<number | undefined> {
      const raw = (await write(connection, () =>
        actions.createWorkflowDispatch({ owner, repo, workflow_id, ref, inputs, return_run_details: true }),
      )) as { workflow_run_id?: number } | undefined;
      return raw?.workflow_run_id;
    },
    async dispatchedRuns(workflow_id: string, since: string): Promise<WorkflowRun[]> {
      const list = {
        owner,
        repo,
        workflow_id,
        event: "workflow_dispatch",
        created: `>=${since}`,
        per_page: 100,
      } as const;
      const raw = await read(connection, () => actions.listWorkflowRuns(list));
      return (raw?.workflow_runs ?? []).map(toRun);
    },
    async run(run_id: number): Promise<WorkflowRun | undefined> {
      const raw = await read(connection, () => actions.getWorkflowRun({ owner, repo, run_id }));
      return raw && toRun(raw);
    },
    async cancelRun(run_id: number): Promise<void> {
      try {
        await write(connection, () => actions.cancelWorkflowRun({ owner, repo, run_id }));
      } catch (error) {
        // A run that is over cannot be cancelled: 409. That is what was wanted.
        if (!(error instanceof GsdError && ["conflict", "not-found"].includes(error.code))) throw error;
      }
    },
    artifactsOf: (run_id: number): Promise<string[]> =>
      allPages(async (page) => {
        const list = { owner, repo, run_id, per_page: 100, page } as const;
        const raw = await read(connection, () => actions.listWorkflowRunArtifacts(list));
        return raw?.artifacts ?? [];
      }).then((artifacts) => artifacts.filter((one) => !one.expired).map((one) => one.name)),
  };
}

/** GitHub takes no more in one request; what comes later is added. */
const mostAnnotations = 50;

function toRaw({ path, line, lastLine, level, title, message }: Annotation) {
  return { path, start_line: line, end_line: lastLine, annotation_level: level, title, message };
}

function toRun(raw: { id: number; display_title: string; status: string | null }): WorkflowRun {
  return { id: raw.id, title: raw.display_title, ended: raw.status === "completed" };
}
