import { describe, expect, it } from "vitest";
import { createForge } from "../../local/forge/create-forge.ts";
import { createRunner } from "../../local/runner/create-runner.ts";

const workflow = `
name: Answer
on:
  issues: { types: [labeled] }
permissions: {}
jobs:
  answer:
    if: github.event.label.name == 'gsd:plan'
    permissions: { contents: read, issues: write }
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@df4cb1c069e1874edd31b4311f1884172cec0e10
        with: { persist-credentials: false }
      - uses: ./.github/say
        with: { token: "\${{ github.token }}", number: "\${{ github.event.issue.number }}" }
  refused:
    permissions: { contents: read }
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@df4cb1c069e1874edd31b4311f1884172cec0e10
      - uses: ./.github/say
        with: { token: "\${{ github.token }}", number: "\${{ github.event.issue.number }}" }
`;
const action = `
name: Say
description: Comments on an issue
inputs: { token: { description: t }, number: { description: n } }
runs: { using: node24, main: main.mjs }
`;
const script = `
const { GITHUB_API_URL, GITHUB_REPOSITORY, INPUT_TOKEN, INPUT_NUMBER } = process.env;
const answer = await fetch(\`\${GITHUB_API_URL}/repos/\${GITHUB_REPOSITORY}/issues/\${INPUT_NUMBER}/comments\`, {
  method: "POST",
  headers: { authorization: \`Bearer \${INPUT_TOKEN}\`, "content-type": "application/json" },
  body: JSON.stringify({ body: "A workflow was here" }),
});
console.log("status", answer.status);
process.exitCode = answer.ok ? 0 : 1;
`;

const relay = `
name: Relay
run-name: relay \${{ inputs.key }}
on: { workflow_dispatch: { inputs: { key: { type: string, required: true } } } }
jobs:
  make:
    runs-on: ubuntu-latest
    steps:
      - run: mkdir out && echo "key \${{ inputs.key }}" > out/key.txt
      - uses: actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f
        with: { name: part, path: out, retention-days: 1 }
  take:
    needs: make
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@018cc2cf5baa6db3ef3c5f8a56943fffe632ef53
        with: { name: part, path: in }
      - run: grep -x "key \${{ inputs.key }}" in/key.txt
`;
const follow = `
name: Follow
on: { workflow_run: { workflows: [Relay], types: [completed] } }
jobs:
  see: { runs-on: ubuntu-latest, steps: [{ run: '[ "\${{ github.event.workflow_run.conclusion }}" = success ]' }] }
`;

const republish = `
name: Republish
on: { workflow_dispatch: { inputs: { run: { type: string, required: true } } } }
permissions: {}
jobs:
  allowed:
    permissions: { actions: read }
    runs-on: ubuntu-slim
    steps:
      - uses: actions/download-artifact@018cc2cf5baa6db3ef3c5f8a56943fffe632ef53
        with: { name: part, path: in, run-id: "\${{ inputs.run }}", github-token: "\${{ github.token }}" }
      - run: grep -x "key old" in/key.txt
  without-token:
    runs-on: ubuntu-slim
    steps:
      - uses: actions/download-artifact@018cc2cf5baa6db3ef3c5f8a56943fffe632ef53
        with: { name: part, path: in, run-id: "\${{ inputs.run }}" }
  unknown-run:
    permissions: { actions: read }
    runs-on: ubuntu-slim
    steps:
      - uses: actions/download-artifact@018cc2cf5baa6db3ef3c5f8a56943fffe632ef53
        with: { name: part, path: in, run-id: "99999999", github-token: "\${{ github.token }}" }
`;

/** A forge with one repository, its runner, and its API as the owner. */
async function aForge(files: Record<string, string>) {
  const forge = await createForge();
  const runner = createRunner({ host: forge.actions, parallel: 2 });
  forge.createUser({ login: "ada" });
  const repo = forge.createRepository({ owner: "ada", name: "app", files });
  const authorization = `Bearer ${forge.createUserToken("ada")}`;
  return {
    runner,
    async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const answer = await fetch(`${forge.urls.api}/repos/${repo}${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      return (text === "" ? undefined : JSON.parse(text)) as Answer;
    },
    async [Symbol.asyncDispose]() {
      await runner.close();
      await forge.close();
    },
  };
}

interface Jobs {
  jobs: { name: string; conclusion: string }[];
}

interface Runs {
  workflow_runs: { id: number; name: string }[];
}

describe("the runner with the real forge", () => {
  it("answers a label with a comment, by the job's own token and no other", async () => {
    await using forge = await aForge({
      ".github/workflows/answer.yml": workflow,
      ".github/say/action.yml": action,
      ".github/say/main.mjs": script,
    });
    await forge.call("POST", "/issues", { title: "Export CSV" });
    await forge.call("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await forge.runner.idle();

    expect(await forge.call("GET", "/issues/1/comments")).toMatchObject([
      { body: "A workflow was here", user: { login: "github-actions[bot]", type: "Bot" } },
    ]);
    const { workflow_runs: runs } = await forge.call<Runs>("GET", "/actions/runs");
    expect(runs).toMatchObject([{ name: "Answer", display_title: "Export CSV", event: "issues" }]);
    const { jobs } = await forge.call<{ jobs: object[] }>("GET", `/actions/runs/${runs[0]!.id}/jobs`);
    expect(jobs).toMatchObject([
      { name: "answer", status: "completed", conclusion: "success" },
      { name: "refused", status: "completed", conclusion: "failure" },
    ]);
  });

  it("runs what is dispatched, moves artifacts, and follows up on a finished run", async () => {
    await using forge = await aForge({
      ".github/workflows/relay.yml": relay,
      ".github/workflows/follow.yml": follow,
    });
    const inputs = { key: "42/task/T01" };
    await forge.call("POST", "/actions/workflows/relay.yml/dispatches", { ref: "main", inputs });
    await forge.runner.idle();
    const { workflow_runs: runs } = await forge.call<Runs>("GET", "/actions/runs");
    const byName = Object.fromEntries(runs.map((run) => [run.name, run]));
    expect(byName).toMatchObject({
      Relay: { display_title: "relay 42/task/T01", event: "workflow_dispatch", conclusion: "success" },
      Follow: { event: "workflow_run", conclusion: "success" },
    });
  });

  it("takes an artifact of an earlier run with a token that may read it, and in no other way", async () => {
    await using forge = await aForge({
      ".github/workflows/relay.yml": relay,
      ".github/workflows/republish.yml": republish,
    });
    const dispatch = (file: string, inputs: object) =>
      forge.call<{ workflow_run_id: number }>("POST", `/actions/workflows/${file}/dispatches`, {
        ref: "main",
        inputs,
        return_run_details: true,
      });
    const { workflow_run_id: old } = await dispatch("relay.yml", { key: "old" });
    await forge.runner.idle();
    const { workflow_run_id: run } = await dispatch("republish.yml", { run: String(old) });
    await forge.runner.idle();
    const { jobs } = await forge.call<Jobs>("GET", `/actions/runs/${run}/jobs`);
    expect(Object.fromEntries(jobs.map((job) => [job.name, job.conclusion]))).toEqual({
      allowed: "success",
      "without-token": "failure",
      "unknown-run": "failure",
    });
    const { artifacts } = await forge.call<{ artifacts: { name: string }[] }>(
      "GET",
      `/actions/runs/${old}/artifacts?name=part`,
    );
    expect(artifacts.map((artifact) => artifact.name)).toEqual(["part"]);
  });

  it("refuses a dispatch with an input that the workflow does not declare", async () => {
    await using forge = await aForge({ ".github/workflows/relay.yml": relay });
    const answer = await forge.call<{ message: string }>("POST", "/actions/workflows/relay.yml/dispatches", {
      ref: "main",
      inputs: { key: "a", legs: "[]" },
    });
    expect(answer.message).toBe('Unexpected inputs provided: ["legs"]');
    await forge.runner.idle();
    expect(await forge.call<Runs>("GET", "/actions/runs")).toMatchObject({ workflow_runs: [] });
  });
});
