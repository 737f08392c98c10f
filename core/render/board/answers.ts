import { code } from "../../text/foreign.ts";
import type { BoxAnswer } from "../../view/board/view-answers.ts";
import { renderNotice } from "../notice.ts";

/** What became of the boxes that people ticked, newest first. */
export function renderAnswers(answers: readonly BoxAnswer[]): string {
  return answers.map((answer) => `> ${answer.ok ? "✅" : "⚠️"} ${answerWords(answer)}`).join("\n>\n");
}

function answerWords(answer: BoxAnswer): string {
  const { by, asked, ok } = answer;
  if (by === undefined || !asked)
    return "Boxes were ticked here while gsd was not listening, and GitHub does not say by whom, so gsd cleared them. Tick them again.";
  const who = `**${code(by)}:**`;
  if (asked.type === "tonight") {
    const words = ok ? "the nightly run has begun." : saidOf(answer);
    return `${who} ${words}`;
  }
  const where = `#${asked.track.issue}`;
  return ok ? `${who} ${doneWords(answer, where)}` : `${who} ${where} is as it was. ${saidOf(answer)}`;
}

/** What was said of it goes on one line: what is a block of its own stands in the issue. */
function saidOf({ notice, asked }: BoxAnswer): string {
  if (!notice) return "";
  const track = asked?.type === "command" ? asked.track : undefined;
  const [first = ""] = renderNotice(notice, track).split(/\n\s*\n/);
  const line = first.replaceAll(/\s*\n\s*/g, " ");
  return line.endsWith(":") ? `${line.slice(0, -1)}. More by \`/status\` in the issue.` : line;
}

function doneWords(answer: BoxAnswer, where: string): string {
  const { asked, notice } = answer;
  if (asked?.type !== "command") return "";
  const said = notice ? ` ${saidOf(answer)}` : "";
  switch (asked.command) {
    case "approve":
      return notice ? `${where}:${said}` : `the plan of ${where} is approved.`;
    case "retry":
      return `${asked.task ?? "the task"} of ${where} runs again.${said}`;
    case "resume":
      return `${where} goes on.${said}`;
    case "pause":
      return `${where} is paused. What runs may finish.`;
    default:
      return `${where}:${said}`;
  }
}
