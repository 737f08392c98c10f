import type { SeenText } from "../../core/ports/github/look.ts";
import { editFields, type RawContentEdits, toEdits } from "./edits-of.ts";

/** A text that we write again and again has hundreds of edits: the newest say who was last. */
const most = 50;

export const seenText = `body state viewerDidAuthor lastEditedAt
    userContentEdits(first: ${most}) { ${editFields} }`;

/** An issue's text as the query of `look` selects it. */
export interface RawText {
  body: string;
  state: "OPEN" | "CLOSED";
  viewerDidAuthor: boolean;
  lastEditedAt: string | null;
  userContentEdits: RawContentEdits | null;
}

/** Undefined when there is no issue of that number. */
export function toSeenText(raw: RawText | null): SeenText | undefined {
  if (!raw) return undefined;
  const { body, state, viewerDidAuthor: isOurs } = raw;
  return { body, open: state === "OPEN", isOurs, edits: newestEdits(raw) };
}

/** Where not all can be had, the newest have to be among them: GitHub does not say in which order it gives them. */
function newestEdits({ userContentEdits, lastEditedAt }: RawText): SeenText["edits"] {
  const { totalCount = 0, nodes } = userContentEdits ?? {};
  if (!nodes) return undefined;
  const isWhole = totalCount <= nodes.length;
  const hasNewest = nodes.some((node) => node?.editedAt === lastEditedAt);
  return isWhole || hasNewest ? toEdits(nodes) : undefined;
}
