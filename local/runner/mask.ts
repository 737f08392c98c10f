/** Hides secret values in everything that is shown. */
export interface Masker {
  add(secret: string): void;
  apply(text: string): string;
  /** Would `apply` change this? */
  hides(text: string): boolean;
}

export function createMasker(): Masker {
  const secrets = new Set<string>();
  let longestFirst: string[] = [];

  return {
    add(secret) {
      // Logs are written line by line, so each line of a secret is one by itself.
      for (const part of [secret, ...secret.split(/\r?\n/)]) if (part.trim() !== "") secrets.add(part);
      longestFirst = [...secrets].sort((one, other) => other.length - one.length);
    },
    apply(text) {
      return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, () => "***"), text);
    },
    hides(text) {
      return longestFirst.some((secret) => text.includes(secret));
    },
  };
}
