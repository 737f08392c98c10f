import { Ajv, type Options } from "ajv";

/** Ajv itself; in a file of its own, which the build loads at the first document that does not fit. */
export function createAjv(options: Options): Ajv {
  return new Ajv(options);
}
