/** What tests look like in a language; each pattern is held to one line without its comment. */
export interface Language {
  files: RegExp;
  /** Where tests stand beside what they test, so that every file may hold some. */
  inSource?: true;
  /** A test; its last group is its name, if the line has it. */
  test: RegExp[];
  /** A test, or many, that will not run. */
  skip: RegExp[];
  /** A test that is the only one to run. */
  focus: RegExp[];
  assertion: RegExp[];
  /** An assertion that can never fail. */
  hollow: RegExp[];
  /** A whole line that is a comment. */
  comment: RegExp;
  /** Where a comment of several lines, or a text that serves as one, begins and ends. */
  block: { start: RegExp; end: RegExp };
}

const slashes = { comment: /^\s*(\/\/|\*)/, block: { start: /^\s*\/\*/, end: /\*\// } } as const;
const hashes = { comment: /^\s*#(?!\[)/ } as const;

const javascript: Language = {
  files: /\.([cm]?[jt]sx?|vue|svelte|coffee)$/,
  test: [
    /(?:^|[^\w.$])[fx]?(?:it|test|specify|bench|Deno\.test|t\.test)(?:\.\w+)*\s*(?:\(\s*|[(`][^)`]*[)`]\s*\(\s*)(["'`])((?:\\.|(?!\1).)*)/,
    /(?:^|[^\w.$])(?:it|test|specify)(?:\.(?:each|for))\s*[(`]/,
    /(?:^|[^\w.$])[fx]?(?:it|test)(?:\.(?:only|skip|todo))?\s*\(\s*$/,
  ],
  skip: [
    /(?:^|[^\w$])(?:it|test|describe|suite|context|specify|bench)(?:\.\w+)*\.(?:skip|todo|fixme|skipIf|runIf|fails|failing)\b/,
    /(?:^|[^\w.$])x(?:it|test|describe|context|specify|feature|scenario)(?:\.\w+)*\s*[(`]/,
    /[{,]\s*(?:skip|todo)\s*:\s*(?!false\b|undefined\b)/,
    /[{,]\s*ignore\s*:\s*true\b/,
    /(?:^|[^\w$])(?:this|t|ctx|context|test)\.(?:skip|todo)\s*\(/,
    /(?:^|[^\w.$])pending\s*\(/,
    /(?:^|[^\w$])Deno\.test\.ignore\b/,
    /^\s*if\s*\(\s*(?:false|0)\s*\)/,
  ],
  focus: [
    /(?:^|[^\w$])(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.only\b/,
    /(?:^|[^\w.$])f(?:it|describe|context)\s*\(/,
    /[{,]\s*only\s*:\s*true/,
  ],
  assertion: [
    /(?:^|[^\w.$])expect(?:\.soft|\.poll|Type(?:Of)?)?\s*(?:\(|<)/,
    /(?:^|[^\w$])assert(?:\.\w+)*\s*\(/,
    /(?:^|[^\w$])t\.(?:is|not|ok|notOk|equal|equals|deepEqual|same|truthy|falsy|throws|throwsAsync|like|regex|assert\.\w+|true|false|pass)\s*\(/,
    /\.should(?:\.|\()/,
    /(?:^|[^\w.$])(?:strictEqual|deepStrictEqual|rejects|throws|ok|equal|deepEqual)\s*\(/,
  ],
  hollow: [
    /expect\s*\(\s*(true|false|null|undefined|\d+|(["'])[^"']*\2)\s*\)\s*\.\s*(?:toBe|toEqual|toStrictEqual)\s*\(\s*\1\s*\)/,
    /expect\s*\(\s*true\s*\)\s*\.\s*(?:toBeTruthy|to\.be\.true|to\.be\.ok)/,
    /(?:assert|ok)(?:\.ok|\.equal|\.strictEqual)?\s*\(\s*(true|1)\s*(?:,\s*\1\s*)?\)/,
  ],
  ...slashes,
};

const python: Language = {
  files: /\.pyi?$/,
  test: [/^\s*(?:async\s+)?def\s+(test\w*)\s*\(/, /^\s*class\s+(Test\w*)\b/],
  skip: [
    /@(?:pytest\.)?mark\.(?:skip|skipif|xfail)\b/,
    /pytest\.mark\.(?:skip|skipif|xfail)\b/,
    /\bpytest\.(?:skip|xfail|importorskip|exit)\s*\(/,
    /@(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure)\b/,
    /\bself\.skipTest\s*\(/,
    /\braise\s+(?:unittest\.)?SkipTest\b/,
    /\b__test__\s*=\s*False\b/,
    /\bcollect_ignore(?:_glob)?\b/,
    /^\s*if\s+(?:False|0)\s*:/,
  ],
  focus: [],
  assertion: [
    /^\s*assert\b/,
    /\bself\.assert\w+\s*\(/,
    /\bself\.fail\w*\s*\(/,
    /\bpytest\.(?:raises|warns)\s*\(/,
    /\.assert_\w+\s*\(/,
  ],
  hollow: [/^\s*assert\s+(?:True|1|not\s+False)\s*(?:#.*)?$/, /self\.assertTrue\s*\(\s*True\s*\)/],
  ...hashes,
  block: { start: /^\s*(?:[rbu]*)("""|''')(?!.*\1)/i, end: /"""|'''/ },
};

const go: Language = {
  files: /\.go$/,
  test: [/^\s*func\s+((?:Test|Fuzz|Benchmark|Example)\w*)\s*\(/, /\b[tb]\.Run\(\s*(?:"([^"]*)"|\w)/],
  skip: [/\b[tbf]\.Skip(?:f|Now)?\s*\(/, /^\/\/go:build\s+(?:ignore|never)\b/, /^\s*if\s+false\b/],
  focus: [],
  assertion: [
    /\b[tbf]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(/,
    /\b(?:assert|require|is|qt)\.\w+\s*\(/,
    /\bExpect\s*\(/,
  ],
  hollow: [/\b(?:assert|require)\.True\s*\(\s*t\s*,\s*true\s*[,)]/],
  comment: /^\s*\/\/(?!go:build)/,
  block: slashes.block,
};

const rust: Language = {
  files: /\.rs$/,
  inSource: true,
  test: [/^\s*#\[(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test)\b/],
  skip: [
    /^\s*#\[ignore\b/,
    /^\s*#\[cfg\((?:any\(\)|FALSE|ignore|disabled|never)\)\]/,
    /^\s*#!?\[cfg_attr\(.*\bignore\b/,
  ],
  focus: [],
  assertion: [
    /\b(?:debug_)?assert(?:_eq|_ne|_matches)?!\s*[([{]/,
    /\b(?:panic|unreachable)!\s*\(/,
    /#\[should_panic\b/,
  ],
  hollow: [/\bassert!\s*\(\s*true\s*[,)]/],
  ...slashes,
};

const ruby: Language = {
  files: /\.(rb|rake)$/,
  test: [
    /^\s*[fx]?(?:it|specify|example|scenario|test|should)\s*(?:\(\s*)?(["'])((?:\\.|(?!\1).)*)/,
    /^\s*[fx]?(?:it|specify)\s*(?:\{|do\b)/,
    /^\s*def\s+(test_\w+[?!]?)/,
  ],
  skip: [
    /^\s*x(?:it|describe|context|specify|example|feature|scenario)\b/,
    /^\s*(?:skip|pending|omit)\b/,
    /,\s*(?:skip|pending)\s*:\s*(?!false)/,
    /,\s*:(?:skip|pending)\b/,
    /:(?:skip|pending)\s*=>\s*(?!false)/,
  ],
  focus: [/^\s*f(?:it|describe|context|specify)\b/, /,\s*focus:\s*true/, /,\s*:focus\b/],
  assertion: [
    /(?:^|[^\w.])expect\s*[({]/,
    /(?:^|[^\w])(?:assert|refute)\w*[ (]/,
    /\.(?:should|must|wont)(?:_\w+)?\b/,
    /\bis_expected\b/,
  ],
  hollow: [/expect\s*\(\s*true\s*\)\.to\s+(?:be\s+true|eq\(?\s*true|be_truthy)/, /^\s*assert\s+true\s*$/],
  ...hashes,
  block: { start: /^=begin\b/, end: /^=end\b/ },
};

const jvm: Language = {
  files: /\.(java|kt|kts|scala|groovy)$/,
  test: [/^\s*@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b/],
  skip: [
    /@(?:\w+\.)*(?:Disabled\w*|Ignore)\b/,
    /\b(?:assume|Assume|Assumptions)(?:\.?\w*)\s*\(/,
    /enabled\s*=\s*false/,
  ],
  focus: [],
  assertion: [/(?:^|[^\w])(?:assert\w*|verify|fail|expectThat|should\w*)\s*\(/],
  hollow: [/assertTrue\s*\(\s*true\s*\)/],
  ...slashes,
};

const dotnet: Language = {
  files: /\.(cs|fs|vb)$/,
  test: [/^\s*\[(?:\w+,\s*)*(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/],
  skip: [/\[(?:Ignore|Explicit)\b/, /\bSkip\s*=\s*"/, /\bAssert\.(?:Ignore|Inconclusive|Skip)\w*\s*\(/],
  focus: [],
  assertion: [/\bAssert\.\w+/, /\.Should\s*\(/, /\bShould\w+\s*\(/],
  hollow: [/Assert\.(?:True|IsTrue)\s*\(\s*true\s*\)/],
  ...slashes,
};

const php: Language = {
  files: /\.php$/,
  test: [
    /\bfunction\s+(test\w*)\s*\(/,
    /^\s*(?:#\[Test\]|\*\s*@test\b)/,
    /^\s*(?:it|test)\s*\(\s*(["'])((?:\\.|(?!\1).)*)/,
  ],
  skip: [/\bmarkTest(?:Skipped|Incomplete)\s*\(/, /->(?:skip|todo)\s*\(/],
  focus: [/->only\s*\(/],
  assertion: [/(?:->|::)assert\w+\s*\(/, /(?:->|::)expect\w*\s*\(/, /(?:^|[^\w])expect\s*\(/],
  hollow: [/assertTrue\s*\(\s*true\s*\)/],
  ...slashes,
};

const elixir: Language = {
  files: /\.exs?$/,
  test: [/^\s*(?:test|property)\s+"((?:\\.|[^"])*)"/],
  skip: [/@(?:module)?tag\s+:skip\b/, /@(?:module)?tag\s+skip:/],
  focus: [],
  assertion: [/^\s*(?:assert|refute)\w*\b/],
  hollow: [/^\s*assert\s+true\s*$/],
  ...hashes,
  block: { start: /^\s*"""/, end: /"""/ },
};

const swift: Language = {
  files: /\.swift$/,
  test: [/\bfunc\s+(test\w*)\s*\(/, /^\s*@Test\b/],
  skip: [/\bXCTSkip\w*\b/, /\.disabled\s*\(/],
  focus: [],
  assertion: [/\bXCT(?:Assert|Fail|Unwrap)\w*\s*\(/, /#(?:expect|require)\s*\(/],
  hollow: [/XCTAssertTrue\s*\(\s*true\s*\)/],
  ...slashes,
};

const languages: readonly Language[] = [javascript, python, go, rust, ruby, jvm, dotnet, php, elixir, swift];

/** The language of a file, if its tests can be told. */
export function languageOf(path: string): Language | undefined {
  return languages.find(({ files }) => files.test(path));
}
