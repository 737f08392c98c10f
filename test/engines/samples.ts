import type { CliName } from "../../adapters/engines/pinned-engines.ts";
import type { Provider } from "../../adapters/gateway/gateway.ts";
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
}

const call = (name: string, args: Record<string, unknown>): Reply => ({
  type: "tools",
  calls: [{ name, args }],
  usage: { cached: 40, thinking: 5 },
  thinking: "Hm.",
});
const patch = "*** Begin Patch\n*** Add File: src/hello.txt\n+hello\n*** End Patch\n";
const script = (input: string): Reply => ({
  type: "tools",
  calls: [{ name: "exec", namespace: "functions", input }],
  usage: { cached: 40, thinking: 5 },
});
const opencode = { engine: "opencode", instructions: "AGENTS.md" } as const;
const write = call("write", { filePath: "/repo/src/hello.txt", content: "hello\n" });
const bash = call("bash", { command: "ls", description: "Look around" });

export const samples: Sample[] = [
  {
    ...{
      engine: "claude-code",
      provider: "anthropic",
      model: "claude-sonnet-5-5",
      instructions: "CLAUDE.md",
    },
    edit: call("Write", { file_path: "/repo/src/hello.txt", content: "hello\n" }),
    look: call("Bash", { command: "ls", description: "Look around" }),
    forbidden: call("Write", { file_path: "/repo/src/hello.txt", content: "hello\n" }),
  },
  {
    ...{ engine: "codex", provider: "openai", model: "gpt-6.1-terra", instructions: "AGENTS.md" },
    edit: script(`text(await tools.apply_patch(${JSON.stringify(patch)}))`),
    look: script('text(await tools.exec_command({ cmd: "ls" }))'),
    forbidden: call("web_search", { query: "the weather" }),
  },
  {
    ...{ engine: "gemini", provider: "gemini", model: "gemini-3.8-flash", instructions: "GEMINI.md" },
    edit: call("write_file", { file_path: "/repo/src/hello.txt", content: "hello\n" }),
    look: call("run_shell_command", { command: "ls" }),
    forbidden: call("write_file", { file_path: "/repo/src/hello.txt", content: "hello\n" }),
  },
  {
    ...{ ...opencode, provider: "openai", model: "gpt-6.1-terra" },
    edit: call("apply_patch", { patchText: patch }),
    look: bash,
    forbidden: call("apply_patch", { patchText: patch }),
  },
];

/** OpenCode speaks every provider's API. */
export const otherWires: Sample[] = [
  {
    ...{ ...opencode, provider: "anthropic", model: "claude-sonnet-5-5" },
    ...{ edit: write, look: bash, forbidden: write },
  },
  {
    ...{ ...opencode, provider: "gemini", model: "gemini-3.8-flash" },
    ...{ edit: write, look: bash, forbidden: write },
  },
  {
    ...{ ...opencode, provider: "openai-compatible", model: "qwen3-coder" },
    ...{ edit: write, look: bash, forbidden: write },
  },
];
