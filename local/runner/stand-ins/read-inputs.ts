import { GsdError } from "../../../core/gsd-error.ts";

/** Inputs over their defaults; one that the stand-in does not know is an error, as its effect would be missing. */
export function readStandInInputs<Names extends string>(
  action: string,
  given: Record<string, string>,
  defaults: Record<Names, string>,
): Record<Names, string> {
  const names = new Map(Object.keys(defaults).map((name) => [name.toLowerCase(), name]));
  const inputs: Record<string, string> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const known = names.get(name.toLowerCase());
    if (known === undefined) {
      throw new GsdError(
        "unsupported",
        `not supported by the local runner: input '${name}' of ${action} (it knows ${[...names.values()].join(", ")})`,
      );
    }
    // An empty text counts as not given, as it does for @actions/core.
    if (value !== "") inputs[known] = value;
  }
  return inputs as Record<Names, string>;
}

export function readFlag(name: string, value: string): boolean {
  if (/^(true|True|TRUE)$/.test(value)) return true;
  if (/^(false|False|FALSE)$/.test(value)) return false;
  throw new GsdError("input-type", `Input '${name}' must be true or false, found '${value}'`);
}

export function readCount(name: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new GsdError("input-type", `Input '${name}' must be a whole number, found '${value}'`);
}

/** Only this value of an input is offered here. */
export function requireValue(action: string, input: { name: string; value: string; offered: string }) {
  if (input.value === input.offered) return;
  throw new GsdError(
    "unsupported",
    `not supported by the local runner: '${input.name}: ${input.value}' of ${action}`,
  );
}
