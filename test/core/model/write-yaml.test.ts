import { describe, expect, it } from "vitest";
import type { Backlog, BacklogTask } from "../../../core/model/backlog.ts";
import { formatBacklog, formatBacklogDraft, parseBacklog } from "../../../core/model/parse-backlog.ts";
import { readYaml } from "../../../core/model/read-yaml.ts";
import { writeYaml } from "../../../core/model/write-yaml.ts";
import { draftBacklog } from "../../../core/plan/draft-backlog.ts";
import { createChance } from "../../builders/random.ts";
import { aRandomText } from "../../builders/random-text.ts";
import { rounds } from "../../builders/rounds.ts";

/** What some program somewhere takes for the end of a line, or drops. */
const hidden = /[[\p{Cc}--[\n\t]]\u2028\u2029\ufeff]/v;

function reread(text: string): unknown {
  const reading = readYaml(text, { maxBytes: 10_000_000 });
  if (!reading.ok) throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(reading.problems)}`);
  return reading.value;
}

describe("YAML that we write", () => {
  it("reads back as the same value, whatever the texts are, as values and as keys", () => {
    const chance = createChance(11);
    for (let round = 0; round < rounds(5_000); round += 1) {
      const [a, b] = [aRandomText(chance), aRandomText(chance)];
      const value = { a, list: [b, { deep: a }], [`k${b.slice(0, 200)}`]: { a: b } };
      const text = writeYaml(value);
      expect(reread(text)).toEqual(value);
      expect(text).not.toMatch(hidden);
    }
  });

  it("is a backlog that stays what it was, whatever stands in its fields", () => {
    const chance = createChance(12);
    const words = () => aRandomText(chance).slice(0, 60) || "a";
    for (let round = 0; round < rounds(2_000); round += 1) {
      const task: BacklogTask = {
        id: "T01",
        title: words(),
        description: words(),
        depends_on: [],
        acceptance: [words(), words()],
        scope: { files_hint: [words()] },
        context: { constraints: [words()], patterns: [words()], gotchas: [words()] },
      };
      const backlog: Backlog = { version: 1, tasks: [task, { ...task, id: "T02", title: words() }] };
      const text = formatBacklog(backlog);
      const reading = parseBacklog(text);
      expect(reading).toMatchObject({ ok: true, backlog });
      expect(reading.ok && formatBacklog(reading.backlog)).toBe(text);
      expect(text).not.toMatch(hidden);
    }
  });

  it.each(["\u2028  - id: T09", "a\u2028^", "\u2029  - id: x", "\u0085- b", "\ufeff# c", "a\r  - id: T09"])(
    "is no other backlog for a text that some take for a new line: %j",
    (title) => {
      const task = {
        id: "T01",
        title,
        description: title,
        acceptance: [title],
        scope: { files_hint: ["a"] },
      };
      const { text, backlog } = draftBacklog({ version: 1, tasks: [task] }, { protectedPaths: [] });
      expect(backlog?.tasks).toMatchObject([{ id: "T01", title, description: title }]);
      expect(parseBacklog(text)).toMatchObject({ ok: true, backlog: { tasks: [{ title }] } });
      expect(reread(formatBacklogDraft({ title }))).toEqual({ title });
    },
  );

  it("keeps tasks apart by blank lines", () => {
    const task = { description: "d", depends_on: [], acceptance: ["a"], scope: { files_hint: ["a"] } };
    const text = formatBacklog({
      version: 1,
      tasks: [
        { id: "T01", title: "a", ...task },
        { id: "T02", title: "b", ...task },
      ],
    });
    expect(text).toContain("\n\n  - id: T02\n");
  });
});
