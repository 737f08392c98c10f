type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** Takes away what a state need not have. Set to `undefined`, it would stay as a key of its own, and the state would look changed. */
export function forget<T extends object>(state: T, ...names: OptionalKeys<T>[]): void {
  for (const name of names) Reflect.deleteProperty(state, name);
}
