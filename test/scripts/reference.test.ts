import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { backlogSchema } from "../../core/model/backlog.ts";
import { configSchema } from "../../core/model/config.ts";
import { createValidator } from "../../core/model/validate.ts";

/** The rows of the tables on a page, by the key that each is about. */
function rowsOf(page: string): [path: string, value: string][] {
  const lines = readFileSync(page, "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, path, value] = /^\| `([^`]+)` \| (.*?) \| /.exec(line) ?? [];
    return path && value ? [[path, value] as [string, string]] : [];
  });
}

type Meaning = (value: unknown) => boolean;
const number = (text: string) => Number(text.replaceAll(",", ""));

/** What the words of a table promise; undefined where they only describe. */
function promiseOf(words: string): Meaning | undefined {
  const either = words.split(", or ");
  if (either.length > 1) {
    const parts = either.map(promiseOf);
    return (value) => parts.some((part) => part?.(value));
  }
  if (/^(`[^`]+`(, )?)+$/.test(words)) {
    const values = [...words.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    return (value) => values.includes(String(value)) && typeof value !== "object";
  }
  const list = /^list of (?:(\d+) to|at most) ([\d,]+)(?:: (.*))?$/.exec(words);
  if (list) {
    const inner = list[3] === undefined ? undefined : promiseOf(list[3]);
    const [least, most] = [number(list[1] ?? "0"), number(list[2] ?? "")];
    return (value) =>
      Array.isArray(value) &&
      value.length >= least &&
      value.length <= most &&
      value.every((one) => inner?.(one) ?? true);
  }
  const text = /^text, at most ([\d,]+) characters$/.exec(words);
  if (text)
    return (value) => typeof value === "string" && value !== "" && value.length <= number(text[1] ?? "");
  const range = /^(whole number|number), (.*)$/.exec(words);
  return range ? promiseOfNumber(range[1] === "whole number", range[2] ?? "") : undefined;
}

function promiseOfNumber(whole: boolean, bounds: string): Meaning {
  const between = /^([\d,.]+) to ([\d,.]+)$/.exec(bounds);
  const above = /more than ([\d,.]+)/.exec(bounds);
  const least = between?.[1] ?? /([\d,.]+) or more/.exec(bounds)?.[1];
  const most = between?.[2] ?? /at most ([\d,.]+)/.exec(bounds)?.[1];
  return (value) =>
    typeof value === "number" &&
    (!whole || Number.isInteger(value)) &&
    (above === null || value > number(above[1] ?? "")) &&
    (least === undefined || value >= number(least)) &&
    (most === undefined || value <= number(most));
}

const work = { what: "w", files: ["f"] };
const task = { id: "T01", title: "t", description: "d", acceptance: ["a"], scope: { files_hint: ["f"] } };

/** Entries of lists whose words do not say what is in them. */
const allowed = { class: "secret", paths: ["a"], reason: "r", until: "2027-01-31" };
const permission = { scope: "file", decision: "deny" };
const entries: Record<string, object> = {
  tasks: task,
  for_people: work,
  "scan.allow": allowed,
  permissions: permission,
};

/** Values around every bound that the words name. */
function probesFor(words: string, path: string): unknown[] {
  const bounds = [...words.matchAll(/[\d][\d,.]*/g)].map(([text]) => number(text.replace(/[.,]$/, "")));
  const around = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  const object = !words.includes(":");
  const item = object
    ? (entries[path] ?? task)
    : (/such as `?([\w.-]+)/.exec(words)?.[1] ?? (words.includes("number") ? 1 : "x"));
  const lengths = around.filter((one) => Number.isInteger(one) && one >= 0 && one <= 10_000);
  return [
    ...[true, false, "", "x", "off", "squash", 0, 0.5, -1, {}, null],
    ...around,
    ...(words.includes("text") && !words.startsWith("list") ? lengths.map((one) => "x".repeat(one)) : []),
    ...(words.startsWith("list")
      ? lengths.filter((one) => one <= 1_001).map((one) => Array(one).fill(item))
      : []),
  ];
}

const price = { input: 1, output: 1 };
/** Documents that fit, to put one value into. */
const samples: Record<string, object> = {
  "docs/configuration.md": {
    models: { name: { ...price, long: { over: 1, ...price } } },
    scan: { allow: [allowed] },
    permissions: [permission],
  },
  "docs/plan-files.md": { version: 1, tasks: [task], for_people: [work] },
};

function withValue(sample: object, path: string, value: unknown): object {
  const copy = structuredClone(sample);
  const keys = path.replaceAll("[]", ".0").replaceAll("<name>", "name").split(".");
  let at = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Record<string, unknown>;
  }
  at[keys.at(-1) ?? ""] = value;
  return copy;
}

describe.each([
  { page: "docs/configuration.md", schema: configSchema, least: 40 },
  { page: "docs/plan-files.md", schema: backlogSchema, least: 15 },
])("$page", ({ page, schema, least }) => {
  const validate = createValidator<unknown>(schema);
  const rows = rowsOf(page).filter(([path]) => !path.endsWith(".md") && !path.endsWith(".yaml"));

  it("has a row for every key", () => {
    expect(rows.length).toBeGreaterThan(least);
  });

  it.each(rows)("means what is checked by %s: %s", (path, words) => {
    const promise = promiseOf(words);
    const wrong = probesFor(words, path).filter((value) => {
      const accepted = validate(withValue(samples[page] ?? {}, path, value)).ok;
      // Words that only describe still say what kind of thing it is.
      const expected = promise
        ? promise(value)
        : words.startsWith("settings")
          ? isMapping(value) && accepted
          : typeof value === "string" && accepted;
      return accepted !== expected;
    });
    expect(wrong).toEqual([]);
  });
});

function isMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
