import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AnswerType, answerSchemas } from "../../../core/model/answers.ts";
import { createScriptEngine } from "../../../crew/engines/create-script-engine.ts";
import type { EngineRequest } from "../../../crew/engines/engine.ts";
import { findAnswerError } from "../../../crew/engines/find-answer-error.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, openly, sealed } from "../sandbox/sandboxes.ts";

function aRequest(cwd: string, more: Partial<EngineRequest> = {}): EngineRequest {
  return {
    job: { issue: 42, kind: "task", task: "T03", attempt: 2 },
    track: "42-csv-export",
    rules: { tools: [], rules: [] },
    move: { prompt: "fix", step: "mend", round: 2, member: "b" },
    prompt: "Do it.\n",
    answer: "change",
    answerSchema: answerSchemas.change,
    cwd,
    sandbox: sealed,
    limits: { minutes: 1 },
    ...more,
  };
}

const answering = (answer: string) => createScriptEngine({ command: `echo '${answer}'` });

describe("the script engine", () => {
  it("gives the prompt on stdin and the job in variables, and returns what is printed", async () => {
    using tree = aWorkTree();
    const lines: string[] = [];
    const command = `read -r line
      echo "to the log" >&2
      printf '{"answer":{"summary":"%s"},"text":"words","usage":{"input":3,"output":4}}' "$line $GSD_JOB_KIND $GSD_TRACK $GSD_TASK $GSD_ATTEMPT $GSD_PROMPT $GSD_STEP $GSD_ROUND $GSD_MEMBER"`;
    const request = aRequest(tree.folder, { onProgress: (text) => lines.push(text) });
    expect(await createScriptEngine({ command }).run(request)).toMatchObject({
      outcome: "done",
      answer: { summary: "Do it. task 42-csv-export T03 2 fix mend 2 b" },
      text: "words",
      usage: { input: 3, output: 4 },
      transcript: "to the log",
    });
    expect(lines.join("")).toBe("to the log\n");
  });

  it.each([
    ["nothing at all", "", /It printed nothing/],
    ["words", "I am done", /It printed `I am done`/],
    ["words before the object", 'working…\n{"answer":{}}', /and nothing else/],
    ["two objects", '{"answer":1}\n{"answer":2}', /one JSON object/],
    ["a bare answer", '{"summary":"s"}', /answer is missing/],
    [
      "tokens that are no numbers",
      '{"answer":1,"usage":{"input":"a","output":1}}',
      /usage.input should be a whole number/,
    ],
  ])("calls %s an invalid answer and says what was expected", async (_, printed, words) => {
    using tree = aWorkTree();
    const report = await answering(printed).run(aRequest(tree.folder));
    expect(report).toMatchObject({ outcome: "invalid-answer", reason: expect.stringMatching(words) });
    expect(report.answer).toBeUndefined();
  });

  it("reports a crash with the script's last words", async () => {
    using tree = aWorkTree();
    const command = "seq 1000 >&2; echo 'no such model' >&2; exit 4";
    const report = await createScriptEngine({ command }).run(aRequest(tree.folder));
    expect(report).toMatchObject({
      outcome: "crashed",
      reason: expect.stringMatching(/exit code 4[\s\S]*no such model$/),
    });
    expect(report.reason!.length).toBeLessThan(1_700);
  });

  it("reports a command that is not there", async () => {
    using tree = aWorkTree();
    const report = await createScriptEngine({ command: "no-such-agent --now" }).run(aRequest(tree.folder));
    expect(report).toMatchObject({
      outcome: "crashed",
      reason: expect.stringMatching(/127[\s\S]*no-such-agent/),
    });
  });

  it("reports time and cancellation as what they are", async () => {
    using tree = aWorkTree();
    const engine = createScriptEngine({ command: "sleep 30" });
    expect(await engine.run(aRequest(tree.folder, { limits: { minutes: 0.005 } }))).toMatchObject({
      outcome: "timeout",
      reason: expect.stringContaining("limits.minutes"),
    });
    const signal = AbortSignal.timeout(200);
    expect(await engine.run(aRequest(tree.folder, { signal }))).toMatchObject({ outcome: "cancelled" });
  });

  it("stops endless output", async () => {
    using tree = aWorkTree();
    const report = await createScriptEngine({ command: "yes" }).run(aRequest(tree.folder));
    expect(report).toMatchObject({
      outcome: "crashed",
      reason: expect.stringContaining("more than 8000000 bytes"),
    });
  });

  it.skipIf(!detection.available)(
    "can run a script outside the tree that its command names, and nothing beside it",
    async () => {
      using tree = aWorkTree();
      const script = join(tree.root, "agent.sh");
      writeFileSync(join(tree.root, "beside"), "secret");
      writeFileSync(script, `cat ${tree.root}/beside >&2; echo '{"answer":1}'`, { mode: 0o755 });
      const report = await createScriptEngine({ command: `sh ${script}` }).run(aRequest(tree.folder));
      expect(report).toMatchObject({ outcome: "done", answer: 1 });
      expect(report.transcript).toContain("No such file");
    },
  );
});

describe("the example in docs/script-engine.md", () => {
  const page = readFileSync(new URL("../../../docs/script-engine.md", import.meta.url), "utf8");
  const example = /```js\n(\/\/ tools\/agent\.mjs\n.*?)```/s.exec(page)![1]!;
  const prompts: [prompt: string, answer: AnswerType][] = [
    ["spec", "document"],
    ["arch", "document"],
    ["qa", "document"],
    ["backlog", "backlog"],
    ["task", "change"],
    ["fix", "change"],
    ["review", "review"],
    ["verify", "verification"],
    ["research", "report"],
    ["check-report", "report"],
    ["debug", "report"],
    ["analyze", "report"],
  ];

  it.each(prompts)("answers the prompt %s with a %s by its schema", async (prompt, answer) => {
    using tree = aWorkTree({ "tools/agent.mjs": example });
    const move = { prompt, step: "x", round: 1, member: "" };
    for (const sandbox of [sealed, openly]) {
      const engine = createScriptEngine({ command: "node tools/agent.mjs" });
      const report = await engine.run(aRequest(tree.folder, { move, answer, sandbox }));
      expect(report).toMatchObject({ outcome: "done", text: `did ${prompt}` });
      expect(findAnswerError(answer, report.answer)).toBeUndefined();
      expect(page).toContain(`\`${prompt}\``);
    }
  });
});
