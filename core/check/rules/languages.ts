/** Languages that rules know: how their files end, and what a line looks like that is only a comment. */
const languages = {
  typescript: { files: /\.([cm]?[jt]sx?|vue|svelte)$/, comment: /^\s*(\/\/|\/?\*)/ },
  go: { files: /\.go$/, comment: /^\s*(\/\/|\/\*)/ },
  python: { files: /\.pyi?$/, comment: /^\s*#/ },
} as const satisfies Record<string, { files: RegExp; comment: RegExp }>;

export type LanguageName = keyof typeof languages;
export const languageNames = Object.keys(languages) as LanguageName[];

export function isOfLanguage(path: string, name: LanguageName): boolean {
  return languages[name].files.test(path);
}

export function languageOf(path: string): LanguageName | undefined {
  return languageNames.find((name) => isOfLanguage(path, name));
}

export function isComment(line: string, name: LanguageName): boolean {
  return languages[name].comment.test(line);
}
