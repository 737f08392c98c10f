import { GsdError } from "../../core/gsd-error.ts";

const steps = ["major", "minor", "patch"];

/** The version that is wished for: by its number, or by the part that grows. It has to be higher than the present one. */
export function nextVersion(now: string, wish: string): string {
  const step = steps.indexOf(wish);
  if (step < 0 && !/^\d+\.\d+\.\d+$/.test(wish))
    throw new GsdError(
      "usage",
      `"${wish}" is not a version: write major, minor, patch, or three numbers such as 1.2.0.`,
    );
  const next =
    step < 0
      ? wish
      : numbersOf(now)
          .map((one, at) => grow(one, at, step))
          .join(".");
  if (isHigher(next, now)) return next;
  throw new GsdError("usage", `${next} is not higher than ${now}, the version in package.json.`);
}

function grow(number: number, at: number, step: number): number {
  if (at < step) return number;
  return at === step ? number + 1 : 0;
}

/** Whether a version comes after another. */
export function isHigher(one: string, other: string): boolean {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const differing = left.findIndex((number, at) => number !== right[at]);
  return differing >= 0 && (left[differing] ?? 0) > (right[differing] ?? 0);
}

function numbersOf(version: string): number[] {
  return version.split(".").map(Number);
}
