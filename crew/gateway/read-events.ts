import { StringDecoder } from "node:string_decoder";
import { parseObject } from "../../core/text/parse-object.ts";

const maxEventCharacters = 4_000_000;

export interface EventReader {
  push(chunk: Buffer): void;
}

/** Reads the JSON of server-sent events out of a stream that passes; what is no JSON is skipped. */
export function readEvents(onEvent: (event: Record<string, unknown>) => void): EventReader {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let data = "";

  function line(text: string): void {
    if (text === "") {
      const event = parseObject(data);
      data = "";
      if (event) onEvent(event);
    } else if (text.startsWith("data:")) {
      data += (data ? "\n" : "") + text.slice(text[5] === " " ? 6 : 5);
    }
  }

  return {
    push(chunk) {
      rest += decoder.write(chunk);
      const lines = rest.split(/\r\n|\n|\r(?!\n|$)/);
      rest = lines.pop() ?? "";
      for (const text of lines) line(text);
      if (rest.length > maxEventCharacters) rest = "";
      if (data.length > maxEventCharacters) data = "";
    },
  };
}
