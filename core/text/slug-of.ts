import slugify from "@sindresorhus/slugify";

/** A short ASCII slug of a title: whole words, at most 32 characters, never empty. */
export function slugOf(title: string): string {
  const words = slugify(title, { decamelize: false }).split("-").filter(Boolean);
  let slug = (words[0] ?? "track").slice(0, 32);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > 32) break;
    slug += `-${word}`;
  }
  return slug;
}
