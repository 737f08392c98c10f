import type { Prompt } from "./create-prompt-bound.ts";
import type { Found } from "./find-route.ts";
import type { GatewayOptions, GatewayOutcome } from "./gateway.ts";
import type { Refusal } from "./providers.ts";
import { parseBody } from "./read-request.ts";
import type { Notes } from "./wires/shape.ts";
import { type Body, limitOf, rebuild, type Wire } from "./wires/wire.ts";

/** A request that may pass, if it can be paid. */
export interface Checked {
  model: string;
  /** The limit on the answer that it asks for. */
  asked?: number;
  prompt: Prompt;
  /** What is sent on, once its limit is known. */
  write(limit: number | undefined): Buffer;
  dropped: string[];
}

export interface Refused {
  refusal: Refusal;
  outcome: GatewayOutcome;
  model?: string;
}

/** Holds a request to the allowed models and content, and writes it anew. */
export function checkRequest(
  given: { found: Found; wire: Wire; bytes: Buffer; encoding: string | undefined },
  { models }: Pick<GatewayOptions, "models">,
): Checked | Refused {
  const { found, wire } = given;
  const body = parseBody(given.bytes, given.encoding);
  if (typeof body === "string") return refuse(`The gateway refused the request: ${body}.`);

  const model = found.model ?? (typeof body["model"] === "string" ? body["model"] : "");
  if (!models.includes(model)) {
    const named = model.slice(0, 100);
    const message = `The model "${named}" is not allowed here. Allowed: ${models.join(", ")}.`;
    return { refusal: "model", outcome: { type: "model-refused", model: named, message } };
  }
  const { body: built, notes } = rebuild(wire, body);
  if (notes.refused) return { ...refuse(`The gateway refused the request: ${notes.refused}.`), model };
  const rest = wire.limited(built, undefined);
  const head = Object.fromEntries(Object.entries(built).filter(([name]) => !Object.hasOwn(rest, name)));
  const text = JSON.stringify(head);
  return {
    model,
    asked: limitOf(wire, body),
    prompt: {
      text: Buffer.from(notes.images.size > 0 ? withoutImages(head, notes) : text),
      images: notes.images.size,
    },
    write: (limit) => join(text, wire.limited(built, limit)),
    dropped: [...notes.dropped],
  };
}

/** One object of two: what depends on the limit comes last, so that the rest is written only once. */
function join(head: string, rest: Body): Buffer {
  const tail = JSON.stringify(rest);
  if (tail === "{}") return Buffer.from(head);
  return Buffer.from(head === "{}" ? tail : `${head.slice(0, -1)},${tail.slice(1)}`);
}

function withoutImages(body: Body, { images }: Notes): string {
  return JSON.stringify(body, function (this: Body, name, value) {
    return images.has(this[name]) ? "image" : value;
  });
}

function refuse(message: string): Refused {
  return { refusal: "request", outcome: { type: "request-refused", message } };
}
