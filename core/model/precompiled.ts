import type { ValidateFunction } from "ajv";

/** Checks that the build has compiled, by the name of their schema; from source there are none, and Ajv compiles at first use. */
export const precompiled: Readonly<Record<string, ValidateFunction>> = {};
