import { createRandom } from "../../local/forge/disturbance.ts";

/** `npm run test:faults` tries everything, `npm test` a sample of it, the same one every time unless a seed is given. */
export const all = process.env["GSD_FAULTS"] === "all";
const seed = Number(process.env["GSD_SEED"] ?? "1");

/** So many of the points, spread over all of them; every one when all are asked for. */
export function sampleOf<T>(points: readonly T[], count: number): T[] {
  if (all || points.length <= count) return [...points];
  const random = createRandom(seed);
  const stride = points.length / count;
  return Array.from({ length: count }, (_, part) => points[Math.floor((part + random()) * stride)]!);
}

/** The whole numbers from `first` to `last`. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
