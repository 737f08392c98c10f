import { Argument } from "commander";
import { type AddCommand, examples } from "../program.ts";

export const completion: AddCommand = (program, { out }) =>
  program
    .command("completion")
    .description("Prints a script that completes commands and options in your shell.")
    .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "source <(gsd completion bash)",
        "source <(gsd completion zsh)",
        "gsd completion fish > ~/.config/fish/completions/gsd.fish",
      ),
    )
    .action(async (shell) => {
      const { completionScript } = await import("../completion/completion.ts");
      out(completionScript(program, shell));
    });
