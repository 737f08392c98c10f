import { describe, expect, it } from "vitest";
import { aTaskWith, problemsWith } from "./a-recipe.ts";

const agent = (more = "", role = "auto", prompt = "fix") =>
  `{ id: a, ${more} agent: { role: "${role}", prompt: "${prompt}", answer: change } }`;
const report = (more: string, answer = "report") =>
  `name: own\nkind: report\ndescription: d\n${more}\nsteps:\n  - { id: look, agent: { role: auto, prompt: research, answer: ${answer} } }\n`;
const rounds = (until: string, more = "") =>
  `  - repeat: { most: 2, until: "${until}" }\n    steps:\n      - { id: check, run: commands }\n${more}`;

describe("a recipe that is right in form", () => {
  it.each<[string, string]>([
    ["waits for a step before it", `  - { id: check, run: commands, if: steps.implement.ok }\n`],
    [
      "asks for more than one",
      `  - { id: a, run: lint }\n  - { id: b, run: test, if: "\${{ steps.a.ok && !steps.implement.ok || contains(reviewers, 'x') }}" }\n`,
    ],
    ["names each member's role", `  - ${agent("each: [senior, reviewer],", "${{ item }}")}\n`],
    [
      "makes a prompt's name of a word and a member",
      `  - ${agent("each: [fix, task],", "auto", "${{ item }}")}\n`,
    ],
    [
      "has a round whose steps follow each other",
      rounds("${{ steps.check.ok }}", "      - { id: b, run: lint, if: steps.check.ok }\n"),
    ],
    [
      "gives a step of a round what the round before brought",
      rounds(
        "steps.check.ok",
        "    between:\n      - { id: fix, with: [check, fix], agent: { role: auto, prompt: fix, answer: change } }\n",
      ),
    ],
    [
      "asks after the rounds how they ended",
      `${rounds("steps.check.ok")}  - { id: b, run: lint, if: steps.check.ok }\n`,
    ],
    ["asks what people want", `  - { id: b, run: lint, if: "contains(text, 'lint')" }\n`],
  ])("may be one that %s", (_, steps) => {
    expect(problemsWith(aTaskWith(steps))).toEqual([]);
  });

  it.each<[string, string, string]>([
    [
      "a role that there is not",
      `  - ${agent("", "senoir")}\n`,
      'line 6: steps[1].agent.role is "senoir", but there is no such role; did you mean senior?',
    ],
    [
      "a role like nothing",
      `  - ${agent("", "pilot")}\n`,
      'line 6: steps[1].agent.role is "pilot", but there is no such role; use one of auto, senior, reviewer, architect',
    ],
    [
      "a role that cannot be one",
      `  - ${agent("", "../x")}\n`,
      'line 6: steps[1].agent.role is "../x", which cannot be a name',
    ],
    [
      "a prompt that there is not",
      `  - ${agent("", "auto", "tsk")}\n`,
      'line 6: steps[1].agent.prompt is "tsk", but there is no such prompt; did you mean task?',
    ],
    [
      "a member that is no role",
      `  - ${agent("each: [senior, reviwer],", "${{ item }}")}\n`,
      'line 6: steps[1].agent.role is "reviwer", but there is no such role; did you mean reviewer?',
    ],
    [
      "a role that people's words choose",
      `  - ${agent("", "${{ text }}")}\n`,
      "line 6: steps[1].agent.role names text: what people ask for cannot choose who does it",
    ],
    [
      "the same id twice",
      "  - { id: check, run: lint }\n  - { id: check, run: test }\n",
      "line 7: steps[2].id is check, as another step's is; each step needs its own",
    ],
    [
      "an id that every object has",
      "  - { id: constructor, run: lint }\n",
      "line 6: steps[1].id cannot be constructor; call it something else",
    ],
    [
      "a step that is not there, in `with`",
      `  - ${agent("with: [implemnt],")}\n`,
      'line 6: steps[1].with[0] names the step "implemnt", which does not exist; did you mean implement?',
    ],
    [
      "a later step, in `with`",
      `  - ${agent("with: [b],")}\n  - { id: b, run: test }\n`,
      "line 6: steps[1].with[0] names b, which does not come before a",
    ],
    [
      "a step beside it, in `with`",
      `  - parallel:\n      - { id: b, run: test }\n      - ${agent("with: [b],")}\n`,
      "line 8: steps[1].parallel[1].with[0] names b, which does not come before a",
    ],
    [
      "a step that is not there, in a condition",
      "  - { id: b, run: test, if: steps.implment.ok }\n",
      "line 6: steps[1].if names steps.implment, but there is no such step; did you mean steps.implement?",
    ],
    [
      "a later step, in a condition",
      "  - { id: b, run: test, if: steps.c.ok }\n  - { id: c, run: lint }\n",
      "line 6: steps[1].if names steps.c, which has not ended by then",
    ],
    [
      "itself, in a condition",
      "  - { id: b, run: test, if: steps.b.ok }\n",
      "line 6: steps[1].if names steps.b, which has not ended by then",
    ],
    [
      "a step beside it, in a condition",
      "  - parallel:\n      - { id: b, run: test }\n      - { id: c, run: lint, if: steps.b.ok }\n",
      "line 8: steps[1].parallel[1].if names steps.b, which has not ended by then",
    ],
    [
      "what comes between rounds, in a condition after them",
      `${rounds("steps.check.ok", "    between:\n      - { id: fix, run: lint }\n")}  - { id: c, run: lint, if: steps.fix.ok }\n`,
      "line 11: steps[2].if names steps.fix, which has not ended by then",
    ],
    [
      "something else of a step than ok",
      "  - { id: b, run: test, if: steps.implement.outcome }\n",
      "line 6: steps[1].if asks for something else than whether a step is ok; write steps.<id>.ok",
    ],
    [
      "all steps",
      "  - { id: b, run: test, if: 'contains(steps.*.ok, false)' }\n",
      "line 6: steps[1].if uses an index that is not a plain name; write it out, as in steps.check.ok",
    ],
    [
      "a limit that there is not",
      "  - { id: b, run: test, if: limits.minutes }\n",
      "line 6: steps[1].if asks for a limit that expressions do not see; there is limits.fixes",
    ],
    [
      "item outside of an each",
      `  - ${agent("", "${{ item }}")}\n`,
      "line 6: steps[1].agent.role names item, which there is only in the role and prompt of a step with each",
    ],
    [
      "item in the condition of an each",
      `  - ${agent("each: [senior], if: item,", "${{ item }}")}\n`,
      "line 6: steps[1].if names item, which there is only in the role and prompt of a step with each",
    ],
    [
      "an unknown function",
      "  - { id: b, run: test, if: 'containz(text, 1)' }\n",
      'line 6: steps[1].if calls "containz", which is not a function here; did you mean contains?',
    ],
    [
      "a function that makes texts",
      "  - { id: b, run: test, if: \"format('{0}', text)\" }\n",
      'line 6: steps[1].if calls "format", which is not a function here; use one of contains, startsWith, endsWith',
    ],
    [
      "an unknown context",
      "  - { id: b, run: test, if: github.actor }\n",
      'line 6: steps[1].if names "github", which expressions do not know; use one of steps, item, limits, reviewers, text',
    ],
    [
      "an expression that is cut short",
      "  - { id: b, run: test, if: '${{ steps.implement.ok &&' }\n",
      "line 6: steps[1].if opens an expression with ${{ and does not close it with }}",
    ],
    [
      "an expression that does not parse",
      "  - { id: b, run: test, if: 'steps.implement.ok && ' }\n",
      "line 6: steps[1].if contains an expression that is not valid: unexpected end of expression: '&&'",
    ],
    [
      "an expression with a bad sign",
      "  - { id: b, run: test, if: 'steps # 1' }\n",
      "line 6: steps[1].if contains an expression that is not valid: ",
    ],
    [
      "an empty expression",
      "  - { id: b, run: test, if: '${{ }}' }\n",
      "line 6: steps[1].if contains an empty expression",
    ],
    [
      "words beside a condition",
      "  - { id: b, run: test, if: 'not ${{ steps.implement.ok }}' }\n",
      "line 6: steps[1].if should be one expression and nothing beside it, as in ${{ steps.check.ok }}",
    ],
    [
      "an expression that is too deep",
      `  - { id: b, run: test, if: '${"(".repeat(60)}1${")".repeat(60)}' }\n`,
      "line 6: steps[1].if contains an expression that is not valid: exceeded max expression depth 50",
    ],
    [
      "words for a list",
      `  - ${agent("each: reviewers,")}\n`,
      "line 6: steps[1].each should be an expression, such as ${{ reviewers }}",
    ],
    [
      "a text for a list",
      `  - ${agent('each: "${{ text }}",')}\n`,
      "line 6: steps[1].each should give a list, as ${{ reviewers }} does",
    ],
    [
      "words for a count",
      "  - repeat: { most: twice, until: steps.b.ok }\n    steps: [{ id: b, run: test }]\n",
      "line 6: steps[1].repeat.most should be an expression, such as ${{ limits.fixes }}",
    ],
    [
      "rounds whose end never changes",
      rounds("steps.implement.ok"),
      "line 6: steps[1].repeat.until can never change: it names no step of its own rounds, such as steps.check.ok",
    ],
    [
      "rounds that end by what comes between",
      rounds("steps.fix.ok", "    between:\n      - { id: fix, run: lint }\n"),
      "line 6: steps[1].repeat.until names steps.fix, which has not ended by then",
    ],
    [
      "rounds in rounds",
      rounds(
        "steps.check.ok",
        "      - repeat: { most: 1, until: steps.b.ok }\n        steps: [{ id: b, run: lint }]\n",
      ),
      "line 9: steps[1].steps[1].repeat is inside of another repeat; rounds cannot be nested",
    ],
    [
      "code of another kind",
      "  - { id: b, code: revert }\n",
      "line 6: steps[1].code is revert, which belongs in a recipe of kind rollback; this one is of kind task",
    ],
    [
      "an answer of another kind",
      "  - { id: b, agent: { role: auto, prompt: backlog, answer: backlog } }\n",
      "line 6: steps[1].agent.answer is backlog, which only a recipe of kind plan can use; this one is of kind task",
    ],
  ])("is refused for %s", (_, steps, problem) => {
    expect(problemsWith(aTaskWith(steps)).map((one) => one.slice(0, problem.length))).toEqual([problem]);
  });

  it("may not take more than 200 steps, with all rounds, members and retries", () => {
    const review = (retries: number) =>
      rounds(
        "steps.check.ok",
        `      - { id: r, retries: ${retries}, each: "\${{ reviewers }}", agent: { role: "\${{ item }}", prompt: review, answer: review } }\n`,
      ).replace("most: 2", 'most: "${{ limits.fixes }}"');
    expect(problemsWith(aTaskWith(review(1)))).toEqual([]);
    expect(problemsWith(aTaskWith(review(3)))).toEqual([
      "line 4: steps may come to 232 steps, with all rounds, members and retries; at most 200 are allowed",
    ]);
  });

  it.each([
    ["plan", ["an agent whose answer is document", "an agent whose answer is backlog"]],
    ["task", ["an agent whose answer is change"]],
    ["review", ["an agent whose answer is review"]],
    ["verify", ["an agent whose answer is verification"]],
    ["report", ["an agent whose answer is report"]],
    ["update", ["an agent whose answer is change", "a step with code: merge"]],
    ["rollback", ["a step with code: revert"]],
    ["health", ["a step with code: health"]],
  ])("of kind %s has to bring what that kind is for", (kind, needs) => {
    const text = `name: own\nkind: ${kind}\ndescription: d\nsteps: [{ id: a, run: test }]\n`;
    expect(problemsWith(text)).toEqual(needs.map((need) => `line 2: kind is ${kind}, which needs ${need}`));
  });

  it.each([["to: specs/research/<slug>.md"], ["to: docs/state.md"]])(
    "may write its report to a file by %s",
    (to) => {
      expect(problemsWith(report(to))).toEqual([]);
    },
  );

  it.each([
    [
      "to: ../x.md",
      "line 4: to has a part `.` or `..`; it should be a path in the repository, such as specs/research/<slug>.md",
    ],
    ["to: /etc/x.md", "line 4: to is absolute; it should be"],
    ["to: .git/x.md", "line 4: to names git's own folder"],
    [
      "to: .github/x.md",
      "line 4: to is protected; choose another path, or change protected_paths in .github/gsd.yml",
    ],
    ["to: src/main.ts", "line 4: to should be a Markdown file, such as specs/research/<slug>.md"],
    ["to: specs/<track>.md", "line 4: to should be a Markdown file"],
    ["to: 'docs/*.md'", "line 4: to should be a Markdown file"],
  ])("may not write it by %s", (to, problem) => {
    expect(problemsWith(report(to)).map((one) => one.slice(0, problem.length))).toEqual([problem]);
  });

  it("says where a file goes only if it is a report", () => {
    const text = aTaskWith("").replace("steps:", "to: docs/x.md\nsteps:");
    expect(problemsWith(text)).toEqual([
      "line 4: to is for recipes of kind report; this one is of kind task",
    ]);
  });
});
