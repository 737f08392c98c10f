const MARKUP = Symbol("markup");

/** Markup that is safe to send: made only by `html` and `markup`, never from data by chance. */
export interface Html {
  readonly [MARKUP]: string;
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template whose values are escaped unless they are markup already. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return markup(strings.map((text, index) => text + formatPart(values[index])).join(""));
}

/** Takes text for markup. The caller answers for its content. */
export function markup(text: string): Html {
  return { [MARKUP]: text };
}

export function formatPart(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(formatPart).join("");
  if (typeof part === "object") return (part as Html)[MARKUP] ?? "";
  return escapeText(String(part));
}

export function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
