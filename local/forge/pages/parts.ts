import { type Html, html, type Part } from "../../../web/html.ts";
import type { PageContext, Reactions } from "./types.ts";

/** Small pieces that several pages show. */
export function renderTime(moment: string | null | undefined): Html {
  if (!moment) return html``;
  return html`<time datetime="${moment}" title="${moment}">${formatAgo(moment, Date.now())}</time>`;
}

function formatAgo(moment: string, now: number): string {
  const seconds = Math.round((now - Date.parse(moment)) / 1000);
  if (Number.isNaN(seconds)) return moment;
  if (seconds < 10) return "just now";
  for (const [size, name] of [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

export function formatDuration(start: string | null | undefined, end: string | null | undefined): string {
  if (!start) return "";
  const seconds = Math.max(0, Math.round(((end ? Date.parse(end) : Date.now()) - Date.parse(start)) / 1000));
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

type LabelLike = string | { name?: string; color?: string | null };

/** Colours come as six hex digits; they are passed by class, since the page allows no inline style. */
export function renderLabel(label: LabelLike): Html {
  const { name, color } = typeof label === "string" ? { name: label, color: undefined } : label;
  return html`<span class="label hue-${hueOf(color ?? "")}">${name}</span>`;
}

/** One of twelve hues, or `none` for greys. */
function hueOf(color: string): string {
  if (!/^[\da-f]{6}$/i.test(color)) return "none";
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 24) return "none";
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return String((Math.round(sector * 2) % 12) * 30);
}

const REACTIONS: [string, string][] = [
  ["+1", "👍"],
  ["-1", "👎"],
  ["laugh", "😄"],
  ["hooray", "🎉"],
  ["confused", "😕"],
  ["heart", "❤️"],
  ["rocket", "🚀"],
  ["eyes", "👀"],
];

export function renderReactions(reactions: Reactions): Html {
  const counts = (reactions ?? {}) as unknown as Record<string, number>;
  const shown = REACTIONS.filter(([key]) => (counts[key] ?? 0) > 0);
  if (shown.length === 0) return html``;
  return html`<div class="reactions">${shown.map(([key, sign]) => html`<span title="${key}">${sign} ${counts[key]}</span>`)}</div>`;
}

export type State = "open" | "closed" | "merged" | "draft";

export function renderState(state: State): Html {
  return html`<span class="state ${state}">${state[0]?.toUpperCase()}${state.slice(1)}</span>`;
}

const SIGNS: Record<string, string> = {
  success: "✓",
  failure: "✗",
  error: "✗",
  timed_out: "✗",
  startup_failure: "✗",
  cancelled: "⊘",
  skipped: "⊘",
  neutral: "◦",
  action_required: "!",
  in_progress: "◐",
  pending: "◐",
  queued: "○",
  waiting: "○",
};

/** The sign of a check, a job or a run; `outcome` is its conclusion or, before there is one, its status. */
export function renderOutcome(outcome: string | null | undefined): Html {
  const name = outcome ?? "queued";
  return html`<span class="outcome ${name}" title="${name.replaceAll("_", " ")}">${SIGNS[name] ?? "·"}</span>`;
}

/** A form with the hidden value that proves that we made it. */
export function renderForm(context: PageContext, action: string, content: Part): Html {
  return html`<form method="post" action="${action}">
<input type="hidden" name="_csrf" value="${context.csrf}">
${content}
</form>`;
}

/** A path with its parts encoded and its slashes kept. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

export function shortSha(sha: string): string {
  return sha.slice(0, 7);
}
