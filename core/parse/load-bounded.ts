import type { Library, LibraryTerms } from "../prompt/load-library.ts";
import type { SourcePair } from "../recipe/load-recipes.ts";
import type { SourceFile, SourceProblem } from "../sources/load-sources.ts";
import type { Parse } from "./parsers.ts";

/** Loads a library by a parser with bounds; files that are over these are named, and count as empty. */
export async function loadBounded(parse: Parse, files: SourcePair, terms: LibraryTerms): Promise<Library> {
  const whole = await parse("library", files, terms);
  if (whole.ok) return whole.value;
  const { own, problems } = await sift(parse, files.own, terms);
  const rest = await parse("library", { ...files, own }, terms);
  if (!rest.ok) return { ...nothing, problems: [{ file: ".gsd", path: "", message: rest.message }] };
  const named = new Set(problems.map(({ file }) => file));
  return {
    ...rest.value,
    problems: [...rest.value.problems.filter(({ file }) => !named.has(file)), ...problems],
  };
}

/** Looks at each file alone: one that cannot be read stays as an empty one, so that it is still in place of ours. */
async function sift(parse: Parse, files: readonly SourceFile[], terms: LibraryTerms) {
  const own: SourceFile[] = [];
  const problems: SourceProblem[] = [];
  for (const file of files) {
    const alone = await parse("library", { shipped: [], own: [file] }, terms);
    own.push(alone.ok ? file : { ...file, text: "" });
    if (!alone.ok) problems.push({ file: file.path, path: "", message: alone.message });
  }
  return { own, problems };
}

const nothing: Library = {
  agents: { byName: {}, forPrompt: {} },
  skills: [],
  recipes: {},
  rules: [],
  problems: [],
};
