import type { CliName, Provider } from "../../core/model/engines.ts";
import type { Reply } from "../model-api/reply.ts";

/** How a model talks to one CLI: by the CLI's own tools. */
export interface Sample {
  engine: CliName;
  provider: Provider;
  model: string;
  /** Writes `hello` to src/hello.txt. */
  edit: Reply;
  /** Runs a command that changes nothing. */
  look: Reply;
  /** Calls a tool that jobs which change nothing do not have. */
  forbidden: Reply;
  /** The instructions that it reads by itself. */
  instructions: string;
  tools: Tools;
}

/** The CLI's own tools: to write a new file of the work tree, and to run a command there. */
interface Tools {
  write: (path: string, line: string) => Reply;
  shell: (command: string) => Reply;
  /** Reads a file with a tool for that; absent where there is only the shell. */
  read?: (path: string) => Reply;
}

const usage = { cached: 40, thinking: 5 };
const call = (name: string, args: Record<string, unknown>): Reply => ({
  type: "tools",
  calls: [{ name, args }],
  usage,
  thinking: "Hm.",
});
const patchOf = (path: string, line: string) =>
  `*** Begin Patch\n*** Add File: ${path}\n+${line}\n*** End Patch\n`;
const script = (input: string): Reply => ({
  type: "tools",
  calls: [{ name: "exec", namespace: "functions", input }],
  usage,
});

const claudeTools: Tools = {
  write: (path, line) => call("Write", { file_path: `/repo/${path}`, content: `${line}\n` }),
  shell: (command) => call("Bash", { command, description: "Look around" }),
  read: (path) => call("Read", { file_path: `/repo/${path}` }),
};
const codexTools: Tools = {
  write: (path, line) => script(`text(await tools.apply_patch(${JSON.stringify(patchOf(path, line))}))`),
  shell: (command) => script(`text(await tools.exec_command({ cmd: ${JSON.stringify(command)} }))`),
};
const geminiTools: Tools = {
  write: (path, line) => call("write_file", { file_path: `/repo/${path}`, content: `${line}\n` }),
  shell: (command) => call("run_shell_command", { command }),
  read: (path) => call("read_file", { file_path: `/repo/${path}` }),
};
const opencodeTools: Tools = {
  write: (path, line) => call("apply_patch", { patchText: patchOf(path, line) }),
  shell: (command) => call("bash", { command, description: "Look around" }),
  read: (path) => call("read", { filePath: `/repo/${path}` }),
};
/** With models that do not know patches. */
const plainTools: Tools = {
  ...opencodeTools,
  write: (path, line) => call("write", { filePath: `/repo/${path}`, content: `${line}\n` }),
};

function sampleOf(given: Omit<Sample, "edit" | "look" | "forbidden"> & { forbidden?: Reply }): Sample {
  const edit = given.tools.write("src/hello.txt", "hello");
  return { edit, look: given.tools.shell("ls"), forbidden: edit, ...given };
}

const opencode = { engine: "opencode", instructions: "AGENTS.md", tools: plainTools } as const;

export const samples: Sample[] = [
  sampleOf({
    ...{ engine: "claude-code", provider: "anthropic", model: "claude-sonnet-5-5" },
    ...{ instructions: "CLAUDE.md", tools: claudeTools },
  }),
  sampleOf({
    ...{ engine: "codex", provider: "openai", model: "gpt-6.1-terra" },
    ...{ instructions: "AGENTS.md", tools: codexTools },
    forbidden: call("web_search", { query: "the weather" }),
  }),
  sampleOf({
    ...{ engine: "gemini", provider: "gemini", model: "gemini-3.8-flash" },
    ...{ instructions: "GEMINI.md", tools: geminiTools },
  }),
  sampleOf({ ...opencode, provider: "openai", model: "gpt-6.1-terra", tools: opencodeTools }),
];

/** The sample of an engine. */
export function sampleFor(engine: CliName): Sample {
  return samples.find((sample) => sample.engine === engine)!;
}

/** OpenCode speaks every provider's API. */
export const otherWires: Sample[] = [
  sampleOf({ ...opencode, provider: "anthropic", model: "claude-sonnet-5-5" }),
  sampleOf({ ...opencode, provider: "gemini", model: "gemini-3.8-flash" }),
  sampleOf({ ...opencode, provider: "openai-compatible", model: "qwen3-coder" }),
];
