import type { World } from "../create-world.ts";
import { createPerson } from "./person.ts";
import type { Moment } from "./tell-story.ts";

/** What gsd wrote in a story, by name, as people see it. */
export type StoryTexts = Record<string, string>;

/** Reads what is there at each moment of a story. */
export function collectTexts(world: World): {
  texts: StoryTexts;
  collect(moment: Moment): Promise<void>;
} {
  const texts: StoryTexts = {};
  const reader = createReader(world);
  return {
    texts,
    async collect({ type, issue, pull }) {
      const found = await readers[type](reader, { issue, pull });
      for (const [name, text] of Object.entries(found)) texts[name] = plain(text);
    },
  };
}

type Reader = ReturnType<typeof createReader>;
type Numbers = Pick<Moment, "issue" | "pull">;

const readers: Record<Moment["type"], (reader: Reader, numbers: Numbers) => Promise<StoryTexts>> = {
  proposed: async (reader, { issue, pull }) => ({
    "progress comment: planned": await reader.progress(issue),
    "the plan is ready": await reader.lastComment(issue),
    "plan's pull request": await reader.body(pull),
    "first tasks of BACKLOG.yaml": fenced("yaml", firstTasks(await reader.planFile(pull, "BACKLOG.yaml"))),
  }),
  "task-ready": async (reader, { issue, pull }) => ({
    "task's pull request": await reader.body(pull),
    "task's review": await reader.review(pull),
    "progress comment: at work": await reader.progress(issue),
  }),
  // What runs just then is another in every run.
  "at-work": async () => ({}),
  "track-ready": async (reader, { pull }) => ({
    "track's pull request": withoutPlan(await reader.body(pull)),
  }),
  merged: async (reader, { issue }) => ({
    "progress comment: merged": await reader.progress(issue),
    "specs/export/spec.md": fenced("markdown", await reader.file("main", "specs/export/spec.md")),
  }),
};

function createReader(world: World) {
  const person = createPerson(world, "maintainer");
  const file = async (ref: string, path: string) =>
    (await world.forge.actions.readFile(world.repo, ref, path)) ?? "";
  const ofBot = async (issue: number) =>
    (await person.comments(issue)).filter(({ user }) => user?.type === "Bot").map(({ body }) => body ?? "");
  return {
    file,
    progress: async (issue: number) => (await ofBot(issue)).find((body) => body.includes("gsd:sticky")) ?? "",
    lastComment: async (issue: number) => (await ofBot(issue)).at(-1) ?? "",
    body: async (pull: number) => (await person.pull(pull)).body ?? "",
    review: async (pull: number) => (await person.reviews(pull)).at(-1)?.body ?? "",
    planFile: async (pull: number, name: string) => {
      const { ref } = (await person.pull(pull)).head;
      return file(ref, `specs/changes/${ref.replace(/^gsd\//, "")}/${name}`);
    },
  };
}

/** Without what nobody sees, and without what is another in every run or on another machine: commits, times, tokens, the sandbox. */
function plain(text: string): string {
  return (
    text
      .replaceAll(/<!--[\s\S]*?-->\n?/g, "")
      .replaceAll(/^<sub>State: .*<\/sub>$/gm, "")
      .replaceAll(/`(\/approve )?[0-9a-f]{7,40}`/g, (_, command = "") => `\`${command}5d1c8a7\``)
      // docs/progress.md shows these.
      .replaceAll(/<details><summary>(?:Plan history|Commands)<\/summary>[\s\S]*?<\/details>\n*/g, "")
      .replaceAll(/\((?:under a second|\d+(?:\.\d+)? s)\)/g, "(0.4 s)")
      .replaceAll(/ · (?:\*\*sandbox: off\*\*|in a sandbox|\*\*without a sandbox\*\*)/g, "")
      // Tasks side by side get their numbers as it happens.
      .replaceAll(
        /^(\| T0(\d)\b.*\| )#\d+(?= \|)/gm,
        (_, before: string, task: string) => `${before}#${Number(task) + 2}`,
      )
      .replaceAll(/^(### .*?)(?: · (?:under a minute|\d+ min))$/gm, "$1")
      .replaceAll(/ · updated \d\d:\d\d UTC/g, " · updated 13:52 UTC")
      .replaceAll(/\d[\d,]* tokens/g, "6,400 tokens")
      .replaceAll(/\d+ s · attempt/g, "2 s · attempt")
      .replaceAll(/\b127\.0\.0\.1:\d+/g, "github.example")
      // What leads to a thread or a run leads nowhere from a page of the docs.
      .replaceAll(/\[([^\]]*)\]\(\.\.\/(?:pull|issues|actions)\/[^)]*\)/g, "$1")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim()
  );
}

function firstTasks(backlog: string): string {
  return `${backlog.split(/^(?= {2}- id: T03)/m)[0]?.trimEnd()}\n\n  # … T03 to T06\n`;
}

/** Where a track stands; the plan that it came from is folded below it. */
function withoutPlan(body: string): string {
  return body.split(/<details>/)[0] ?? body;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
