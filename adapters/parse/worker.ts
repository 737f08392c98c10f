import { parentPort } from "node:worker_threads";
import { parsers } from "../../core/parse/parsers.ts";
import type { Answer, Question } from "./create-parse.ts";

/** The other thread: parses one thing at a time. It says when it begins, since its own start is not the text's fault. */
parentPort?.on("message", ({ name, input }: Question) => {
  const tell = (answer: Answer) => parentPort?.postMessage(answer);
  tell({ type: "began" });
  try {
    // The caller's types say that this input is this parser's.
    const parse = parsers[name] as (...input: unknown[]) => unknown;
    tell({ type: "done", value: parse(...input) });
  } catch (error) {
    tell({ type: "failed", why: error instanceof Error ? error.message.slice(0, 200) : "unknown" });
  }
});
