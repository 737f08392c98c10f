import type { Command } from "commander";
import { type CommandWords, describeProgram } from "./describe-program.ts";

export type Shell = "bash" | "zsh" | "fish";

/** A script for a shell that knows every command and option; made once, so that a Tab starts no Node. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = describeProgram(program);
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  return `${scripts[shell](program.name(), commands)}\n`;
}

function bashScript(name: string, commands: CommandWords[]): string {
  return `# ${name}: completion for bash. Put this into ~/.bashrc: source <(${name} completion bash)
_${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map((command) => command.name).join(" ")}"
  else
    case "\${COMP_WORDS[1]} $last" in
${commands.flatMap(bashValues).join("\n")}
      *) case "\${COMP_WORDS[1]}" in
${commands.map(({ name: command, options, choices }) => `        ${command}) words="${[...options.flatMap(({ flags }) => flags), ...choices].join(" ")}" ;;`).join("\n")}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _${name} ${name}`;
}

/** After an option that takes a value: its choices, or what the shell itself would offer. */
function bashValues({ name, options }: CommandWords): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .flatMap(({ flags, choices }) =>
      flags.map((flag) => `      "${name} ${flag}") words="${choices.join(" ")}" ;;`),
    );
}

function zshScript(name: string, commands: CommandWords[]): string {
  const described = commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`);
  const cases = commands.map(({ name: command, options, choices }) => {
    const specs = options.flatMap(({ flags, description, takesValue, choices: values }) =>
      flags.map((flag) => {
        const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(" ")})` : "_files"}` : "";
        return quoted(`${flag}[${description.replaceAll(/[[\]]/g, "")}]${value}`);
      }),
    );
    const argument = choices.length > 0 ? [quoted(`1:argument:(${choices.join(" ")})`)] : [];
    return `    ${command}) _arguments ${[...specs, ...argument].join(" ")} ;;`;
  });
  return `#compdef ${name}
# ${name}: completion for zsh. Put this into ~/.zshrc, after compinit: source <(${name} completion zsh)
_${name}() {
  local -a commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
compdef _${name} ${name}`;
}

function fishScript(name: string, commands: CommandWords[]): string {
  const lines = commands.flatMap(({ name: command, description, options, choices }) => [
    `complete -c ${name} -n __fish_use_subcommand -f -a ${command} -d ${quoted(description)}`,
    ...options.map((option) => {
      const flags = option.flags.map((flag) =>
        flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      const value = option.takesValue ? ["-r"] : [];
      const values = option.choices.length > 0 ? [`-f -a ${quoted(option.choices.join(" "))}`] : [];
      return [
        `complete -c ${name} -n ${quoted(`__fish_seen_subcommand_from ${command}`)}`,
        ...flags,
        ...value,
        ...values,
        `-d ${quoted(option.description)}`,
      ].join(" ");
    }),
    ...(choices.length > 0
      ? [
          `complete -c ${name} -n ${quoted(`__fish_seen_subcommand_from ${command}`)} -f -a ${quoted(choices.join(" "))}`,
        ]
      : []),
  ]);
  return [
    `# ${name}: completion for fish. Run once: ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    ...lines,
  ].join("\n");
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
