/** Languages that rules know, by how their files end. */
const languages = {
  typescript: /\.([cm]?[jt]sx?|vue|svelte)$/,
  go: /\.go$/,
  python: /\.pyi?$/,
} as const satisfies Record<string, RegExp>;

export type LanguageName = keyof typeof languages;
export const languageNames = Object.keys(languages) as LanguageName[];

export function isOfLanguage(path: string, name: LanguageName): boolean {
  return languages[name].test(path);
}

export function languageOf(path: string): LanguageName | undefined {
  return languageNames.find((name) => isOfLanguage(path, name));
}
