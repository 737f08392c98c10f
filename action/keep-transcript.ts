import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes what an engine says and does to `<logs>/transcript.txt`, as it comes, so that it is there whatever happens. */
export function keepTranscript(logs: string, show: (text: string) => void) {
  const file = join(logs, "transcript.txt");
  mkdirSync(logs, { recursive: true });
  return {
    onProgress: (text: string) => {
      appendFileSync(file, `${text}\n`);
      show(text);
    },
    /** The whole, with its last words. */
    onTranscript: (text: string) => writeFileSync(file, `${text}\n`),
  };
}
