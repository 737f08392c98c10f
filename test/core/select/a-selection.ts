import { type SelectionConfig, selectionSchema } from "../../../core/model/config/selection.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { type SelectInput, type Selection, select } from "../../../core/select/select.ts";

const validate = createValidator<SelectionConfig>(selectionSchema);

/** The settings as `.github/gsd.yml` would give them, defaults filled in. */
export function aConfig(settings: object = { engine: "claude-code" }): SelectionConfig {
  const checked = validate(settings);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.value;
}

/** What is wrong with such settings. */
export function problemsOf(settings: object): string[] {
  const checked = validate(settings);
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path} ${message}`);
}

/** A selection that must succeed. */
export function selected(input: Partial<SelectInput>): Selection {
  const result = select({ action: "implement", config: aConfig(), ...input });
  if (!result.ok) throw new Error(`${result.code}: ${result.reason}`);
  return result.selection;
}
