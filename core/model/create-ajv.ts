import { Ajv, type Options } from "ajv";

/** Ajv itself. The build replaces this file with one that loads it at the first document that does not fit. */
export function createAjv(options: Options): Ajv {
  return new Ajv(options);
}
