import { posix } from "node:path";
import { escapeText } from "../html.ts";
import type { Rendering } from "./render-markdown.ts";

/** The address a link may have: http, https or relative; undefined for every other scheme. */
export function safeAddress(
  url: string,
  rendering: Rendering,
  kind: "blob" | "raw" = "blob",
): string | undefined {
  if (/[\p{Cc}\s\\]/u.test(url)) return undefined;
  if (/^https?:\/\//i.test(url)) return url;
  if (/^[a-z][a-z\d+.-]*:/i.test(url) || url.startsWith("//")) return undefined;
  if (url.startsWith("#")) return rendering.slugs.has(url.slice(1)) ? `#md-${url.slice(1)}` : url;
  const { repo, file, site } = rendering.place;
  // Our own texts are written for a thread of the repository.
  if (site !== undefined && url.startsWith("../")) return `${site}/${repo}/${url.slice(3)}`;
  if (!file || url.startsWith("/")) return url;
  const [path = "", anchor] = url.split("#");
  const target = posix.join("/", file.folder, path);
  return `/${repo}/${kind}/${file.ref}${target}${anchor ? `#${anchor}` : ""}`;
}

/** A link around markup; only the markup when its address may not be followed. */
export function renderLink(url: string, content: string, rendering: Rendering): string {
  const address = safeAddress(url, rendering);
  if (address === undefined) return content;
  const outside = /^https?:/i.test(address) ? ' rel="noopener noreferrer nofollow"' : "";
  return `<a href="${escapeText(address)}"${outside}>${content}</a>`;
}

const SHORT =
  /(?<![\w./`&#-])(?:([\w.-]+\/[\w.-]+)?#(\d{1,9})\b|@([a-z\d](?:[a-z\d-]{0,38})(?:\[bot\])?)|([\da-f]{40})\b)/gi;

/** `#12`, `owner/name#12`, `@someone` and full commit hashes in plain text, as GitHub links them. */
export function renderShortReferences(text: string, rendering: Rendering): string {
  if (rendering.insideLink) return escapeText(text);
  const { repo, site = "" } = rendering.place;
  let result = "";
  let at = 0;
  for (const match of text.matchAll(SHORT)) {
    const [whole, otherRepo, number, login, sha] = match;
    result += escapeText(text.slice(at, match.index));
    at = match.index + whole.length;
    if (number) result += `<a href="${site}/${otherRepo ?? repo}/issues/${number}">${escapeText(whole)}</a>`;
    else if (sha) result += `<a href="${site}/${repo}/commit/${sha}"><code>${sha.slice(0, 7)}</code></a>`;
    else result += `<span class="mention">@${escapeText(login ?? "")}</span>`;
  }
  return result + escapeText(text.slice(at));
}
