import { GsdError } from "../../core/gsd-error.ts";
import type { Mode } from "../../core/install/stub.ts";
import { type EngineName, engineNames } from "../../core/model/engines.ts";

/** The questions of `gsd init`; each has an answer that a flag gives too. */
export interface Questions {
  engine(suggestion: EngineName): Promise<EngineName>;
  script(): Promise<string>;
  mode(): Promise<Mode>;
  /** Whether a file that differs should be replaced. */
  overwrite(path: string): Promise<boolean>;
  write(): Promise<boolean>;
}

const hints: Readonly<Record<EngineName, string>> = {
  "claude-code": "needs ANTHROPIC_API_KEY",
  codex: "needs OPENAI_API_KEY",
  gemini: "needs GEMINI_API_KEY",
  opencode: "needs the key of the model's maker",
  script: "a command of yours",
};

/** Asks on the terminal. The prompts are loaded only here: most commands ask nothing. */
export async function openQuestions(): Promise<Questions> {
  const { select, confirm, text, isCancel } = await import("@clack/prompts");
  const answer = <T>(value: T): Exclude<T, symbol> => {
    if (isCancel(value)) throw new GsdError("cancelled", "Cancelled; nothing was written.");
    return value as Exclude<T, symbol>;
  };
  return {
    engine: async (suggestion) => {
      const options = engineNames.map((value) => ({ value, label: value, hint: hints[value] }));
      return answer(await select({ message: "Who does the work?", options, initialValue: suggestion }));
    },
    script: async () =>
      answer(
        await text({
          message: "Which command answers a prompt?",
          placeholder: "node tools/agent.mjs",
          validate: (value) => (value?.trim() ? undefined : "Write a command."),
        }),
      ),
    mode: async () => {
      const options = [
        { value: "action" as const, label: "GitHub Actions alone", hint: "no server; answers in a minute" },
        { value: "app" as const, label: "With the App", hint: "answers at once; you run a server" },
      ];
      return answer(await select({ message: "How does gsd hear of events?", options }));
    },
    overwrite: async (path) =>
      answer(await confirm({ message: `${path} is there already. Replace it?`, initialValue: false })),
    write: async () => answer(await confirm({ message: "Write these files?" })),
  };
}
