import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asked } from "./ask-upstream.ts";
import type { Bill } from "./create-account.ts";
import type { Meter } from "./create-meter.ts";
import type { Scrubber } from "./create-scrubber.ts";
import { tokensSoFar } from "./decide-bill.ts";
import type { GatewayOutcome } from "./gateway.ts";
import { passBack } from "./headers.ts";

interface Passing {
  asked: Asked;
  response: ServerResponse;
  scrubber: Scrubber;
  meter?: Meter;
  bill?: Bill;
  /** What a stream says, and what happened, when the budget ends it. */
  onBudget: () => { words: string; outcome: GatewayOutcome };
}

/** Passes an answer on, byte by byte as it comes, and watches it. Tells how it ended. */
export function passAnswer(passing: Passing): Promise<GatewayOutcome | "client-gone"> {
  const { asked, response, meter, bill } = passing;
  const { answer } = asked;
  const scrub = passing.scrubber.stream();
  let endsWithEvent = true;
  response.writeHead(answer.statusCode ?? 200, passBack(answer.headers, passing.scrubber));
  response.flushHeaders();

  return new Promise((resolve) => {
    answer.on("data", (chunk: Buffer) => {
      const clean = scrub.push(chunk);
      if (clean.length > 0 && !response.write(clean)) hold(answer, response);
      if (!meter || !bill) return;
      meter.push(chunk);
      endsWithEvent = chunk.at(-1) === 10;
      if (!bill.update(tokensSoFar(meter))) return;
      const { words, outcome } = passing.onBudget();
      resolve(outcome);
      response.end(`${endsWithEvent ? "" : "\n\n"}${words}`);
      answer.destroy();
    });
    answer.on("end", () => {
      meter?.end();
      response.end(scrub.end());
      resolve({ type: "ok" });
    });
    answer.on("error", () => {});
    answer.on("close", () => {
      if (answer.complete) return;
      meter?.end();
      resolve(asked.why());
      // As broken for the engine as it is for us, so that it does not take half an answer for one.
      if (!response.writableEnded) response.destroy();
    });
    response.on("close", () => {
      if (!response.writableFinished) answer.destroy();
      resolve("client-gone");
    });
  });
}

function hold(answer: IncomingMessage, response: ServerResponse): void {
  answer.pause();
  response.once("drain", () => answer.resume());
}
