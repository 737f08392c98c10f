/** A whole number with its bounds and what it is where nobody wrote it. */
export const count = (minimum: number, maximum: number, fallback: number, description: string) =>
  ({ type: "integer", minimum, maximum, default: fallback, description }) as const;

export const command = { type: "string", minLength: 1, maxLength: 1_000 } as const;
