import type { Ports } from "../ports.ts";

const mostTries = 8;

/** Adds to the day's spending; several legs do so at once, so a lost save is read and tried again. */
export async function bookSpending(ports: Ports, usd: number): Promise<void> {
  if (usd <= 0) return;
  const date = ports.now().toISOString().slice(0, 10);
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const saved = await ports.ledger.loadDay(date);
    const day = { version: 1, usd: (saved?.day.usd ?? 0) + usd } as const;
    if ((await ports.ledger.saveDay(date, day, saved?.version)) !== "conflict") return;
  }
  ports.log.warn("the day's spending could not be booked", { date, usd });
}
