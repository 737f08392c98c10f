import { describe, expect, it } from "vitest";
import { testSignals } from "../../../core/check/signals/test-signals.ts";
import { aDiff, type Version } from "./a-diff.ts";

const seen = (files: Record<string, [Version, Version]>) =>
  testSignals(aDiff(files)).map((signal) => {
    const { code, ...rest } = signal;
    const { path, line, count } = rest as { path: string; line?: number; count?: number };
    return `${code} ${path}${line ? `:${line}` : ""} ${count ?? ""}`.trim();
  });

const vitest = `import { expect, it } from "vitest";
it("adds", () => {
  expect(add(1, 2)).toBe(3);
});
it("subtracts", () => {
  expect(subtract(2, 1)).toBe(1);
});
`;

/** For each language: a file, its tests, and ways to make them say less. */
const languages: {
  name: string;
  path: string;
  text: string;
  tests: number;
  skipped: string;
  hollow: string;
  commented: string;
}[] = [
  {
    name: "JavaScript",
    path: "test/math.test.js",
    text: vitest,
    tests: 2,
    skipped: vitest.replace('it("adds"', 'it.skip("adds"'),
    hollow: vitest.replace("expect(add(1, 2)).toBe(3)", "expect(true).toBe(true)"),
    commented: vitest.replace("it(", "/*\nit(").replace("});\nit", "});\n*/\nit"),
  },
  {
    name: "Python",
    path: "tests/test_math.py",
    text: "def test_adds():\n    assert add(1, 2) == 3\n\ndef test_subtracts():\n    assert subtract(2, 1) == 1\n",
    tests: 2,
    skipped:
      "@pytest.mark.skip\ndef test_adds():\n    assert add(1, 2) == 3\n\ndef test_subtracts():\n    assert subtract(2, 1) == 1\n",
    hollow: "def test_adds():\n    assert True\n\ndef test_subtracts():\n    assert subtract(2, 1) == 1\n",
    commented:
      "# def test_adds():\n#     assert add(1, 2) == 3\n\ndef test_subtracts():\n    assert subtract(2, 1) == 1\n",
  },
  {
    name: "unittest",
    path: "mymath/tests.py",
    text: "class TestMath(TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n",
    tests: 2,
    skipped:
      'class TestMath(TestCase):\n    @unittest.skip("later")\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n',
    hollow: "class TestMath(TestCase):\n    def test_adds(self):\n        self.assertTrue(True)\n",
    commented:
      'class TestMath(TestCase):\n    """\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n    """\n',
  },
  {
    name: "Go",
    path: "math/add_test.go",
    text: 'func TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    tests: 1,
    skipped:
      'func TestAdd(t *testing.T) {\n\tt.Skip("later")\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    hollow: "func TestAdd(t *testing.T) {\n\tadd(1, 2)\n}\n",
    commented: '/*\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n*/\n',
  },
  {
    name: "Rust",
    path: "src/math.rs",
    text: "fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n",
    tests: 1,
    skipped:
      "fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    #[ignore]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n",
    hollow:
      "fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert!(true);\n    }\n}\n",
    commented:
      "fn add() {}\n#[cfg(test)]\nmod tests {\n    // #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n",
  },
  {
    name: "RSpec",
    path: "spec/math_spec.rb",
    text: 'describe "math" do\n  it "adds" do\n    expect(add(1, 2)).to eq(3)\n  end\nend\n',
    tests: 1,
    skipped: 'describe "math" do\n  xit "adds" do\n    expect(add(1, 2)).to eq(3)\n  end\nend\n',
    hollow: 'describe "math" do\n  it "adds" do\n    expect(true).to be true\n  end\nend\n',
    commented: 'describe "math" do\n  # it "adds" do\n  #   expect(add(1, 2)).to eq(3)\n  # end\nend\n',
  },
  {
    name: "JUnit",
    path: "src/test/java/MathTest.java",
    text: "class MathTest {\n  @Test\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n}\n",
    tests: 1,
    skipped:
      "class MathTest {\n  @Test\n  @Disabled\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n}\n",
    hollow: "class MathTest {\n  @Test\n  void adds() {\n    assertTrue(true);\n  }\n}\n",
    commented: "class MathTest {\n  // @Test\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n}\n",
  },
];

describe.each(languages)("tests in $name", ({ path, text, tests, skipped, hollow, commented }) => {
  const other = path.replace(/([\w-]+)(\.\w+)$/, "moved/$1$2");

  it("that are deleted with their file are a signal", () => {
    expect(seen({ [path]: [text, undefined] })).toEqual([`test-file-deleted ${path} ${tests}`]);
  });

  it("that are moved to another file are none", () => {
    expect(seen({ [path]: [text, undefined], [other]: [undefined, text] })).toEqual([]);
    expect(seen({ [path]: [text, text.split("\n")[0]], [other]: [undefined, text] })).toEqual([]);
  });

  it("that are skipped are a signal, and said once", () => {
    expect(seen({ [path]: [text, skipped] })).toMatchObject([
      expect.stringMatching(/^tests-skipped .*:\d+ 1$/),
    ]);
  });

  it("that are not skipped any more are none", () => {
    expect(seen({ [path]: [skipped, text] })).toEqual([]);
  });

  it("that assert nothing any more are a signal", () => {
    expect(seen({ [path]: [text, hollow] })).toEqual([`assertions-removed ${path} 1`]);
  });

  it("that are commented out are a signal", () => {
    expect(seen({ [path]: [text, commented] })).toEqual([`tests-removed ${path} 1`]);
  });

  it("that are new are none", () => {
    expect(seen({ [path]: [undefined, text] })).toEqual([]);
  });
});

describe("what a change does to tests", () => {
  const path = "test/math.test.ts";

  it("is told for each of the ways to skip one in JavaScript", () => {
    const ways = [
      'it.skip("adds", () => {',
      'test.todo("adds");',
      'xit("adds", () => {',
      'describe.skip("math", () => {',
      'xdescribe("math", () => {',
      'it("adds", { skip: true }, () => {',
      'it.skipIf(true)("adds", () => {',
      "  this.skip();",
      "  t.skip();",
      'test.fixme("adds", () => {',
      "if (false) {",
    ];
    for (const way of ways) {
      expect(seen({ [path]: [vitest, `${vitest}${way}\n`] }), way).toEqual([`tests-skipped ${path}:8 1`]);
    }
  });

  it("is told when only some of them run", () => {
    for (const way of ['it.only("adds"', 'describe.only("adds"', 'fit("adds"', 'fdescribe("adds"']) {
      expect(seen({ [path]: [vitest, vitest.replace('it("adds"', way)] }), way).toContain(
        `tests-focused ${path}:2 1`,
      );
    }
  });

  it("is told when some are taken out of a file that stays", () => {
    const one = vitest.split("\n").slice(0, 4).join("\n");
    expect(seen({ [path]: [vitest, one] })).toEqual([`tests-removed ${path} 1`]);
  });

  it("does not count a moved test twice", () => {
    const files: Record<string, [Version, Version]> = {
      "test/a.test.ts": ['it("works", () => { expect(a()).toBe(1); });', undefined],
      "test/b.test.ts": ['it("works", () => { expect(b()).toBe(2); });', undefined],
      "test/c.test.ts": [undefined, 'it("works", () => { expect(a()).toBe(1); });'],
    };
    expect(seen(files)).toEqual(["test-file-deleted test/b.test.ts 1"]);
  });

  it("is nothing where a test gets another name, or more assertions", () => {
    const renamed = vitest.replace('it("adds"', 'it("adds two numbers"');
    expect(seen({ [path]: [vitest, renamed] })).toEqual([]);
    const more = vitest.replace("toBe(3);", "toBe(3);\n  expect(add(2, 2)).toBe(4);");
    expect(seen({ [path]: [vitest, more] })).toEqual([]);
  });

  it("is nothing for code that is no test, for fixtures and for words about tests", () => {
    expect(seen({ "src/skip.ts": [undefined, "list.skip(3);\nexpect(x);\n"] })).toEqual([]);
    expect(seen({ "src/old.ts": ["it('x', 1)", undefined] })).toEqual([]);
    expect(seen({ "test/fixtures/a.json": ["{}", undefined] })).toEqual([]);
    expect(seen({ "test/README.md": ["it.skip()", undefined] })).toEqual([]);
    expect(seen({ "docs/testing.md": ["x", "it.skip('x')"] })).toEqual([]);
  });

  it("is told also for a test in a language that nobody here reads", () => {
    expect(seen({ "test/run.bats": ["@test x", undefined] })).toEqual(["test-file-deleted test/run.bats 1"]);
    expect(
      seen({ "test/run.bats": ["@test x", undefined], "test/all.bats": [undefined, "@test x"] }),
    ).toEqual([]);
  });
});
