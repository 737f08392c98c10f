import type { IncomingMessage } from "node:http";
import type { Intake } from "../create-intake.ts";

/** A form as it was posted, or why it is not read: `gone` has nobody left to tell. */
export type FormReading = { form: URLSearchParams } | { status: 403 | 408 | 413 | 415 } | "gone";

/** Whether a page of ours sent this: browsers say so, and what is silent about it comes from no page of today's. */
export function isFromHere({ headers }: IncomingMessage, url: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin === undefined && site === undefined) return false;
  return (origin === undefined || origin === url) && (site === undefined || site === "same-origin");
}

/** Reads a form of a few lines that a page of ours sent. */
export async function readOwnForm(
  request: IncomingMessage,
  { url, intake }: { url: string; intake: Intake },
): Promise<FormReading> {
  if (!isFromHere(request, url)) return { status: 403 };
  const type = String(request.headers["content-type"] ?? "");
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415 };
  const reading = await intake.read(request);
  if (reading.type === "gone") return "gone";
  if (reading.type === "too-large") return { status: 413 };
  if (reading.type === "too-slow") return { status: 408 };
  const form = new URLSearchParams(reading.bytes.toString("utf8"));
  reading.release();
  return { form };
}
