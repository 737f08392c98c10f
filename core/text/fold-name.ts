const ascii = /^[\0-\x7f]*$/;

/** One key for all spellings of a name that some file system, or some system's language, takes for the same. */
export function foldName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  return (
    name
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .normalize("NFKC")
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKC")
      // What is left of the Turkish capital İ.
      .replaceAll("i\u0307", "i")
  );
}
