import { escapeText } from "../html.ts";

/** Tags that pass, in exactly these forms: nothing with an attribute but `open`. */
const ALLOWED = /<(\/?)(details|summary|sub|sup|kbd)( open)?>|<(br) ?\/?>/g;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Raw HTML of one parent node: what is opened is closed, what was never opened is not closed. */
export interface TagBalance {
  render(text: string): string;
  close(): string;
}

export function createTagBalance(): TagBalance {
  const open: string[] = [];
  const tag = (closing: boolean, name: string, attribute: string): string => {
    if (!closing) {
      open.push(name);
      return `<${name}${name === "details" ? attribute : ""}>`;
    }
    const at = open.lastIndexOf(name);
    return at < 0 ? "" : closeTags(open.splice(at));
  };
  return {
    render(text) {
      const source = text.replace(COMMENT, "");
      let result = "";
      let at = 0;
      for (const match of source.matchAll(ALLOWED)) {
        result += escapeText(source.slice(at, match.index));
        const [whole, slash, name, attribute = "", lineBreak] = match;
        result += lineBreak ? "<br>" : tag(slash === "/", name as string, attribute);
        at = match.index + whole.length;
      }
      return result + escapeText(source.slice(at));
    },
    close: () => closeTags(open.splice(0)),
  };
}

function closeTags(names: string[]): string {
  return names
    .reverse()
    .map((name) => `</${name}>`)
    .join("");
}
