import { homedir } from "node:os";
import { join } from "node:path";

/** What the command line takes from its environment. Read here and nowhere else. */
export interface CliEnvironment {
  /** How this program is called from a shell: whoever came by `npx` has no `gsd` on their PATH. */
  program: "gsd" | "npx gsd";
  /** A token of GitHub, where one is set; to read a public repository's issue needs none. */
  token: string | undefined;
  apiUrl: string;
  /** `owner/name`, where a workflow runs us. */
  repository: string | undefined;
  /** The providers' keys, by the names of their secrets. */
  keys: Partial<Record<string, string>>;
  /** A script in place of every engine. */
  script: string | undefined;
  /** Where engines are installed. */
  cache: string;
  /** Whether this is a runner of GitHub Actions. */
  isRunner: boolean;
  /** What `gh` needs to find its own token. */
  forGh: Record<string, string>;
  /** What programs outside the sandbox find in their environment. */
  host: Record<string, string | undefined>;
}

/** Names that `gh` needs to find its own token. */
const ghNames = /^(PATH|HOME|GH_CONFIG_DIR|XDG_CONFIG_HOME|DBUS_SESSION_BUS_ADDRESS|APPDATA|SystemRoot)$/;
const keyNames = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];

/** Reads what a person has set; the names are those of GitHub's own command line, of its runners and of the providers. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): CliEnvironment {
  return {
    program: env["npm_command"] === "exec" ? "npx gsd" : "gsd",
    token: env["GH_TOKEN"] || env["GITHUB_TOKEN"] || undefined,
    apiUrl: (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, ""),
    repository: env["GITHUB_REPOSITORY"] || undefined,
    keys: Object.fromEntries(keyNames.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    script: env["GSD_SCRIPT"] || undefined,
    cache:
      env["GSD_ENGINE_CACHE"] || join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "gsd", "engines"),
    isRunner: env["GITHUB_ACTIONS"] === "true",
    forGh: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) =>
        ghNames.test(name) && value !== undefined ? [[name, value]] : [],
      ),
    ),
    host: { ...env },
  };
}
