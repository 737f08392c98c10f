import type { ServerResponse } from "node:http";
import { product } from "../core/product.ts";
import type { Identity } from "./create-identity.ts";
import type { Ticker } from "./create-ticker.ts";
import type { Queue } from "./queue.ts";

export interface PagesOptions {
  identity: Pick<Identity, "problem">;
  queue: Pick<Queue, "load" | "problem">;
  ticker: Pick<Ticker, "ticks">;
  isClosing(): boolean;
}

type Page = (response: ServerResponse) => Promise<void> | void;

const docs = `${product.url}/blob/main/docs/install-app.md`;

/** What the App shows to people and to whatever watches it. */
export function createPages({ identity, queue, ticker, isClosing }: PagesOptions): Record<string, Page> {
  const findProblem = async (): Promise<string | undefined> => {
    if (isClosing()) return "The App is shutting down.";
    return (await queue.problem()) ?? identity.problem();
  };
  const loadOf = async () => {
    try {
      return await queue.load();
    } catch (error) {
      // The process is up all the same: to restart it would help nobody.
      return { problem: (await queue.problem()) ?? String(error) };
    }
  };
  return {
    "/": (response) =>
      answer(
        response,
        200,
        `gsd: software work by agents, through issues and pull requests.\n\nIts pages are off. To turn them on, set GSD_PAGES_URL, CLIENT_ID, CLIENT_SECRET and SESSION_SECRET:\n${docs}#pages\n`,
      ),
    "/health": async (response) => {
      const uptime = Math.round(process.uptime() * 10) / 10;
      answerJson(response, 200, {
        status: "up",
        version: product.version,
        uptime,
        queue: await loadOf(),
        ticks: ticker.ticks(),
      });
    },
    "/ready": async (response) => {
      const reason = await findProblem();
      if (reason) answerJson(response, 503, { status: "not ready", reason });
      else answerJson(response, 200, { status: "ready" });
    },
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
}
