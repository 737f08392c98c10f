/** Texts that hold a parser up, by what they are made of. `length` is about how long each becomes. */
export function hostileMarkdown(length: number): Record<string, string> {
  const of = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  return {
    "lines of =": of("=\n"),
    "text and =": of("a\n=\n"),
    strikethrough: of("~~a"),
    "single tildes": of("~a"),
    "open comments": of("<!--"),
    "open CDATA": of("<![CDATA["),
    "open instructions": of("<?"),
    tags: of("<a b="),
    "ends of links": of("]("),
    "open brackets": of("[[[["),
    "open images": of("![a]("),
    emphasis: of("*a"),
    underscores: of("_a_b"),
    backticks: of("`a``"),
    quotes: of("> "),
    "lazy quotes": of("> a\nb\n"),
    lists: of("- "),
    numbers: of("1. "),
    "loose lists": of("- a\n\n  b\n"),
    dashes: of("-\n"),
    cells: `${of("|a")}\n${of("|-")}`,
    rows: `|a|\n|-|\n${of("|a|\n")}`,
    addresses: of("a.b@c."),
    www: of("www."),
    footnotes: of("[^a]: b\n"),
    "calls of footnotes": of("[^a][^b]"),
    definitions: of("[a]: b\n"),
    references: of("[a][b]"),
    parentheses: `[a](${of("(")}`,
    backslashes: of("\\"),
    entities: of("&amp"),
    angles: of("<"),
    headings: of("# #\n"),
    "blank lines": of(" \n"),
    fences: of("```\n~~~\n"),
    tabs: of("\t- a\n"),
    "line separators": of("a\u2028= \u0085"),
  };
}

/** The same for YAML. */
export function hostileYaml(length: number): Record<string, string> {
  const of = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const many = (line: (at: number) => string) => {
    const lines: string[] = [];
    for (let at = 0, left = length; left > 0; at += 1) {
      lines.push(line(at));
      left -= line(at).length;
    }
    return lines.join("");
  };
  const bomb = many((at) => (at === 0 ? "a0: &a0 [x, x]\n" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`));
  return {
    "aliases of aliases": bomb,
    anchors: many((at) => `a${at}: &a${at} b\n`),
    aliases: `a: &a b\n${many((at) => `k${at}: *a\n`)}`,
    "merge keys": `a: &a { b: 1 }\n${many((at) => `k${at}: { <<: *a }\n`)}`,
    keys: many((at) => `k${at}: 1\n`),
    "the same key": of("a: 1\n"),
    mappings: many((at) => `k${at}: { a: 1 }\n`),
    "an open list": of("["),
    "an open mapping": of("{a: "),
    "a flow list": `a: [${of("a,")}]`,
    dashes: of("- "),
    "nested keys": many((at) => `${" ".repeat(at % 400)}a:\n`),
    questions: of("? "),
    "a long key": `${of("a")}: 1\n`,
    "a long text": `a: "${of("\\n")}"`,
    quotes: of("'"),
    "double quotes": of('"a" '),
    documents: of("---\n"),
    comments: of("#\n"),
    tags: of("!a "),
    directives: of("%YAML 1.2\n"),
    "block texts": many((at) => `k${at}: |\n  a\n`),
    colons: of(": "),
    "line separators": of("a\u2028: \u0085\ufeff"),
  };
}
