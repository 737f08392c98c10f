import { dayFile } from "../core/codec/ledger-files.ts";
import type { Day } from "../core/model/day.ts";
import type { Instant } from "../core/model/ids.ts";
import { dateOf, expire, freshDay, settle } from "../core/select/reserve.ts";
import { loadDays, type SavedDay } from "./ledger/days.ts";
import type { Ports } from "./ports.ts";

const dayMs = 24 * 3_600_000;
const mostTries = 12;

/**
 * Books what a job came to, in the file of the day on which it was reserved: a job may end on the day after.
 * Never fails: a sum that is not booked is no reason to lose what the job did, and its reservation is booked when its time is up.
 */
export async function settleSpending(ports: Ports, key: string, usd: number): Promise<void> {
  try {
    const days = await loadDays(ports.ledger, recentDates(ports));
    let saved = days.find(({ day }) => knows(day, key)) ?? days[0];
    for (let attempt = 0; saved && attempt < mostTries; attempt += 1)
      saved = await trySave(ports, saved, settle(saved.day, key, usd));
    if (saved) ports.log.warn("what a job spent was not booked: others wrote all the time", { key, usd });
  } catch (error) {
    ports.log.warn("what a job spent was not booked", { key, usd, why: wordsOf(error) });
  }
}

/** Books reservations of jobs that never said what they came to. For ticks; like settling, it never fails. */
export async function expireReservations(ports: Ports): Promise<void> {
  try {
    for (const saved of await loadDays(ports.ledger, recentDates(ports)))
      await trySave(ports, saved, expire(saved.day, ports.now().toISOString()));
  } catch (error) {
    ports.log.warn("reservations whose time is up were not booked", { why: wordsOf(error) });
  }
}

/** Whether a reservation of these days has run out. */
export function hasExpired(days: SavedDay[], now: Instant): boolean {
  return days.some(({ day }) => expire(day, now) !== day);
}

/** Today and the day before: where reservations may still be open. */
export function recentDates({ now }: Pick<Ports, "now">): [today: string, yesterday: string] {
  const at = (ms: number): Instant => new Date(ms).toISOString();
  return [dateOf(at(now().getTime())), dateOf(at(now().getTime() - dayMs))];
}

function knows({ reserved, settled }: Day, key: string): boolean {
  return Object.hasOwn(reserved, key) || Object.hasOwn(settled, key);
}

/** Saves a day; answers what is there now when somebody else was faster. */
async function trySave(
  ports: Ports,
  { date, day, version }: SavedDay,
  next: Day,
): Promise<SavedDay | undefined> {
  if (next === day) return undefined;
  const document = ports.ledger.document(dayFile.path(date), dayFile.read);
  const saving = await document.save(next, version, `spent on ${date} [skip ci]`);
  if (saving.type === "saved") return undefined;
  return { date, day: saving.now?.value ?? freshDay, version: saving.now?.version };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
