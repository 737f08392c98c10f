/** What a line on a step's stdout asks of the runner. */
export type LineEffect =
  | { type: "print"; text: string }
  | { type: "mask"; value: string }
  | { type: "nothing" };

/** Reads the output of one step line by line: `::error::`, `::group::`, `::add-mask::`, `::stop-commands::`, … */
export function createCommandReader(): (line: string) => LineEffect {
  let stopped: string | undefined;

  return (line) => {
    const command = parseCommand(line) ?? parseOldCommand(line);
    if (stopped !== undefined) {
      if (command?.name === stopped) stopped = undefined;
      return { type: "print", text: line };
    }
    if (command?.name === "stop-commands") {
      stopped = command.message;
      return { type: "print", text: line };
    }
    return command ? effectOf(command, line) : { type: "print", text: line };
  };
}

interface Command {
  name: string;
  properties: Record<string, string>;
  message: string;
}

function effectOf(command: Command, line: string): LineEffect {
  const print = (text: string): LineEffect => ({ type: "print", text });
  switch (command.name.toLowerCase()) {
    case "error":
    case "warning":
    case "notice":
      return print(`##[${command.name.toLowerCase()}]${place(command.properties)}${command.message}`);
    case "debug":
      return print(`##[debug]${command.message}`);
    case "group":
      return print(`##[group]${command.message}`);
    case "endgroup":
      return print("##[endgroup]");
    case "add-mask":
      return { type: "mask", value: command.message };
    case "set-output":
    case "save-state":
      return print(
        `##[warning]The \`${command.name}\` command is disabled: write to the environment file instead.`,
      );
    case "set-env":
    case "add-path":
      return print(
        `##[error]The \`${command.name}\` command is disabled: write to the environment file instead.`,
      );
    case "echo":
    case "add-matcher":
    case "remove-matcher":
      return { type: "nothing" };
    default:
      return print(line);
  }
}

function place({ file, line }: Record<string, string>): string {
  return file ? `${file}${line ? `:${line}` : ""}: ` : "";
}

/** The blanks that .NET trims, and what its comparison overlooks: a NUL, and characters without a width. */
const overlooked = /^(?:[\s\u0085\0]|\p{Default_Ignorable_Code_Point})*/u;

/** `##[name]message`, wherever it stands in a line. */
function parseOldCommand(line: string): Command | undefined {
  const match = /##\[([\w-]+)[^\]]*\](.*)$/s.exec(line);
  return match ? { name: match[1] ?? "", properties: {}, message: unescapeData(match[2] ?? "") } : undefined;
}

function parseCommand(line: string): Command | undefined {
  const match = /^::([\w-]+)(?:\s+([^:].*?|))?::(.*)$/s.exec(line.replace(overlooked, ""));
  if (!match) return undefined;
  const pairs = (match[2] ?? "").split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim(), unescapeProperty(pair.slice(at + 1))]] : [];
  });
  return { name: match[1]!, properties: Object.fromEntries(pairs), message: unescapeData(match[3]!) };
}

function unescapeData(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}
