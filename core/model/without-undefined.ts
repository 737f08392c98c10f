type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same object without the keys that hold nothing: it equals its own JSON, and fits a type whose keys are optional. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries) as WithoutUndefined<T>;
}
