/** A sign for each state of a task: nobody has to tell colours apart. */
export const signs: Readonly<Record<string, string>> = {
  pending: "○",
  in_progress: "▶",
  review: "◉",
  completed: "✓",
  failed: "✗",
  skipped: "⤼",
  needs_input: "!",
  rolled_back: "↩",
  stopped: "■",
  not_started: "○",
};
