/**
 * What GitHub, or another bot, acts upon wherever it stands in running text: `@user`, `@org/team`, `user@sha`, mail
 * addresses, `#1`, `GH-1`, `owner/repo#1`, addresses with a scheme or `www.`, commits, `$maths$`, and a command.
 */
const live =
  /@[\w-]|#\d|(?<![a-z0-9])GH-\d|:\/\/|(?<![a-z0-9])www\.|(?<!\w)[0-9a-f]{7,40}(?!\w)|\$(?!\d)|^[^\p{L}\p{N}/]*\/[a-z]/iu;

/** Whether a piece of text without blanks has to be shown as code. */
export function isLive(word: string): boolean {
  return live.test(word);
}

/** The same for text that is no Markdown, such as a title or a commit's subject: there is no code, so it is taken apart. */
export function takeApart(line: string): string {
  return line
    .replaceAll(/@(?=[\w-])|(?:#|GH-)(?=\d)|:(?=\/\/)|www(?=\.)/gi, "$& ")
    .replaceAll(/(?<!\w)([0-9a-f]{6})[0-9a-f]{1,34}(?!\w)/gi, "$1…")
    .replace(/^[\s/]+/, "");
}

/** Our own markers are comments of HTML, and looked for in the whole of a text, code included. */
export function withoutMarkers(text: string): string {
  return text.replaceAll("<!--", "<! --");
}
