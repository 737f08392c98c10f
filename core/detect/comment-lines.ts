/** How a family of languages marks what is only a comment. */
interface Marks {
  files: RegExp;
  /** A line that is nothing else. */
  line: RegExp;
  /** Whether there are comments of several lines, from slash and star to star and slash. */
  hasBlocks?: true;
}

const families: readonly Marks[] = [
  {
    files:
      /\.(?:[cm]?[jt]sx?|vue|svelte|go|rs|java|kts?|cs|swift|scala|c|h|cc|cpp|hpp|php|dart|groovy|gradle|s?css|less|proto|sql)$/i,
    line: /^\s{0,200}(?:\/\/|<!--(?!.*-->.*\S))/,
    hasBlocks: true,
  },
  {
    files:
      /\.(?:py[iw]?|sh|bash|zsh|ksh|fish|ya?ml|toml|rb|pl|mk|tf|jl|r|ex|exs|ps1|conf|cfg|ini|properties|in|npmrc|yarnrc|env|envrc)$|(?:^|\/)(?:(?:Docker|Container|Make|make|just|Gem|Pip)file[^/]{0,60}|\.[a-z_]{0,20}rc|\.[a-z_]{0,10}profile)$/i,
    line: /^\s{0,200}#(?!!)/,
  },
  { files: /\.jsonc?$/i, line: /^\s{0,200}\/\// },
];

/** What anything else may begin a comment with. */
const unknown: Marks = { files: /./, line: /^\s{0,200}(?:\/\/|#(?!!)|<!--)/ };

/**
 * Which lines of a file are nothing but comment, by the marks of its own language: in JavaScript a line may begin with `#` and run,
 * and in Python one with two slashes. A line of a longer comment counts only where each since its beginning has a star: a text
 * may hold such a beginning, too, and must not hide what comes after it.
 */
export function commentLines(path: string, lines: readonly string[]): boolean[] {
  const { line: mark, hasBlocks } = families.find(({ files }) => files.test(path)) ?? unknown;
  let inBlock = false;
  return lines.map((text) => {
    if (mark.test(text)) return true;
    if (!hasBlocks) return false;
    const begins = /^\s{0,200}\/\*/.test(text);
    const goesOn = inBlock && /^\s{0,200}\*/.test(text);
    if (!begins && !goesOn) {
      inBlock = false;
      return false;
    }
    const end = text.indexOf("*/", begins ? text.indexOf("/*") + 2 : 0);
    inBlock = end < 0;
    return inBlock || text.slice(end + 2).trim() === "";
  });
}
