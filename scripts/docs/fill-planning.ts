import { GsdError } from "../../core/gsd-error.ts";

const part = /(<!-- from the demo: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The page about planning with what gsd wrote in a run of the demo, as quotes. */
export function fillPlanning(page: string, texts: Readonly<Record<string, string>>): string {
  return page.replaceAll(part, (_, start: string, name: string, end: string) => {
    const text = texts[name];
    if (text === undefined)
      throw new GsdError("story", `The demo wrote no "${name}"; it wrote ${Object.keys(texts).join(", ")}.`);
    const quoted = text.split("\n").map((line) => (line === "" ? ">" : `> ${line}`));
    return `${start}\n${quoted.join("\n")}\n\n${end}`;
  });
}
