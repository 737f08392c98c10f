import { command } from "./kinds.ts";

const label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const port = "([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
/** What `parseAllowedHost` of the sandbox takes: `name`, `name:8443`, `http://name`. */
const host = {
  title: "a full host name such as packages.example.org, name:8443 or http://name",
  type: "string",
  pattern: `^(http://)?(?=[^:]{1,253}(:|$))(${label}\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9](:${port})?$`,
} as const;

const commands = [
  command,
  { type: "array", minItems: 1, maxItems: 20, items: command },
  { const: false },
] as const;

export const setupProperty = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "What installs the repository's dependencies, before anything else; see docs/setup.md.",
  properties: {
    command: {
      anyOf: commands,
      description:
        "Runs in a sandbox of its own that holds no key; of a list, one after the other. Where you say no hosts, it may stand right behind `setup:`.",
    },
    hosts: {
      type: "array",
      maxItems: 20,
      items: host,
      description:
        "The only hosts that it may reach: `packages.example.org`, `name:8443`, or `http://name`; no wildcard, no address.",
    },
  },
} as const;

/** As people may write it: a command, or a list of them, right behind `setup:`. */
export const writtenSetup = {
  description: setupProperty.description,
  anyOf: [setupProperty, ...commands],
} as const;

/** The same with the command under its name, as everything else reads it. */
export function wholeSetup(file: unknown): { file: unknown; isShort: boolean } {
  if (typeof file !== "object" || file === null || Array.isArray(file)) return { file, isShort: false };
  const { setup } = file as { setup?: unknown };
  const isShort = typeof setup === "string" || Array.isArray(setup) || setup === false;
  return { file: isShort ? { ...file, setup: { command: setup } } : file, isShort };
}
