/** A part of a JSON schema, as far as steps are concerned. */
interface Part {
  properties: Record<string, object>;
}

/** Which keys of a recipe and its steps hold steps again. */
const holders: Record<string, string[]> = {
  recipe: ["steps"],
  "recipe:parallel": ["parallel"],
  "recipe:repeat": ["steps", "between"],
};

/** One schema of a whole recipe, for editors: our own reader takes it step by step, so that each problem names its own. */
export function composeRecipeSchema(schemas: Readonly<Record<string, object>>): object {
  const step = { $ref: "#/definitions/step" };
  const whole = Object.entries(schemas).map(([name, schema]) => {
    const { properties, ...rest } = schema as Part;
    const held = (holders[name] ?? []).map((key) => [key, { ...properties[key], items: step }]);
    return [name, { ...rest, properties: { ...properties, ...Object.fromEntries(held) } }] as const;
  });
  const { recipe, ...steps } = Object.fromEntries(whole);
  return { title: "a recipe of gsd", ...recipe, definitions: { step: { anyOf: Object.values(steps) } } };
}
