import { describe, expect, it } from "vitest";
import { joinQuestions } from "../../../adapters/github/join-questions.ts";
import { GsdError } from "../../../core/gsd-error.ts";
import type { Answer, Question } from "../../../core/ports/github/look.ts";

const nothing: Question = {
  files: [],
  folders: [],
  commits: [],
  pulls: [],
  heads: [],
  issues: [],
  texts: [],
  labels: [],
  refs: [],
  newestPulls: false,
  shared: false,
  settings: false,
};

/** Answers each commit with its own name, and refuses what a test says. */
function aGitHub(refuses: (question: Question) => GsdError | undefined = () => undefined) {
  const asked: Question[] = [];
  const look = joinQuestions(async (question) => {
    asked.push(question);
    const refusal = refuses(question);
    if (refusal) throw refusal;
    return answerTo(question);
  });
  const commits = async (...names: string[]) =>
    (await look({ ...nothing, commits: names })).commits.map((commit) => commit?.sha);
  return { asked, look, commits };
}

function answerTo({ commits, labels, settings }: Question): Answer {
  return {
    defaultBranch: "main",
    files: [],
    folders: [],
    commits: commits.map((sha) => ({ sha, tree: "", message: "", parents: [] })),
    pulls: [],
    heads: [],
    issues: [],
    texts: [],
    labeled: labels.map((label) => [label.length]),
    refs: [],
    newestPulls: [],
    shared: undefined,
    settings: settings
      ? { mergeMethods: [], labels: undefined, workflows: [], blockingBranches: [] }
      : undefined,
  };
}

describe("questions that are asked at the same time", () => {
  it("are one request, and each gets its own part of the answer", async () => {
    const { asked, look, commits } = aGitHub();
    const [one, labels, two] = await Promise.all([
      commits("a"),
      look({ ...nothing, labels: ["gsd"], settings: true }),
      Promise.resolve().then(() => commits("b", "c")),
    ]);
    expect([one, two]).toEqual([["a"], ["b", "c"]]);
    expect(labels).toMatchObject({ commits: [], labeled: [[3]] });
    expect(labels.settings).toBeDefined();
    expect(asked).toHaveLength(1);
  });

  it("are several requests when they are asked one after the other, or are too much for one", async () => {
    const { asked, commits } = aGitHub();
    await commits("a");
    await commits("b");
    const many = Array.from({ length: 100 }, (_, at) => String(at));
    const [first, second] = await Promise.all([commits(...many), commits(...many)]);
    expect(first).toEqual(second);
    expect(asked.map((question) => question.commits.length)).toEqual([1, 1, 100, 100]);
  });

  it("are asked one by one when they are refused together", async () => {
    const { asked, commits } = aGitHub(({ commits: [first] }) =>
      first === "secret" ? new GsdError("forbidden", "No.") : undefined,
    );
    const [secret, open] = await Promise.allSettled([commits("secret"), commits("open")]);
    expect(secret).toMatchObject({ status: "rejected", reason: { code: "forbidden" } });
    expect(open).toMatchObject({ status: "fulfilled", value: ["open"] });
    expect(asked).toHaveLength(3);
  });

  it("all fail at once where GitHub answers nobody", async () => {
    const { asked, commits } = aGitHub(() => new GsdError("rate-limited", "Later."));
    const all = await Promise.allSettled([commits("a"), commits("b")]);
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toHaveLength(1);
  });
});
