import { hash } from "node:crypto";

/** A prompt's text, and how many images it has besides. */
export interface Prompt {
  text: Buffer;
  images: number;
}

/** How many tokens prompts can have at most. */
export interface PromptBound {
  of(prompt: Prompt): number;
  /** The provider's count of a prompt, once it is known. */
  learn(prompt: Prompt, tokens: number): void;
}

interface Sample {
  /** One for each piece: the hash of all bytes up to its end. */
  marks: string[];
  tokens: number;
}

const pieceBytes = 2_048;
const maxKnown = 16;
/** What providers put around a prompt: templates, the words that introduce tools. */
const wrapping = 1_000;
/** The dearest image of any provider, at the details that we let pass. */
const perImage = 8_000;

/**
 * No token has less than a byte, so a prompt has at most as many tokens as bytes: four times what is usual. But each prompt
 * of an agent begins with its last one, whose count is known, and only what is new has to be taken by its bytes.
 */
export function createPromptBound(): PromptBound {
  const known: Sample[] = [];
  return {
    of({ text, images }) {
      const marks = marksOf(text);
      const bounds = known.map((one) => {
        const shared = sharedPieces(one.marks, marks);
        return shared === 0 ? text.length : one.tokens + text.length - shared * pieceBytes;
      });
      return Math.min(text.length, ...bounds) + wrapping + images * perImage;
    },
    learn({ text }, tokens) {
      // A count that is too small to be true must not make the next request cheap.
      known.push({ marks: marksOf(text), tokens: Math.max(tokens, text.length / 3) });
      if (known.length > maxKnown) known.shift();
    },
  };
}

function marksOf(text: Buffer): string[] {
  const marks: string[] = [];
  for (let at = pieceBytes; at <= text.length; at += pieceBytes) {
    const piece = hash("sha256", text.subarray(at - pieceBytes, at), "base64");
    marks.push(hash("sha256", `${marks.at(-1) ?? ""}${piece}`, "base64"));
  }
  return marks;
}

/** Marks are chained, so the last one that is equal says that all before are. */
function sharedPieces(a: string[], b: string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}
