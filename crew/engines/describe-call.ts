/** A tool call in one line: its name and the one argument that tells most. */
export function describeCall(name: string, args: Readonly<Record<string, unknown>>): string {
  const telling = ["file_path", "filePath", "path", "command", "pattern", "query", "description"];
  const value = telling.map((key) => args[key]).find((found) => typeof found === "string") as
    | string
    | undefined;
  const words = value?.split("\n")[0]?.slice(0, 200);
  return words ? `${name} ${words}` : name;
}
