import { expect, it } from "vitest";
import { spendAtRandom } from "./spend-at-random.ts";

const schedules = 40;
const first = Number(process.env["GSD_SEED"] ?? 1) * 1_000;

it("never spends more than the budget, by the provider's own bill, whatever is asked and answered", async () => {
  let answered = 0;
  for (let seed = first; seed < first + schedules; seed += 1) {
    const spending = await spendAtRandom(seed);
    answered += spending.answered;
    expect(spending.spent, `seed ${seed}: ${JSON.stringify(spending)}`).toBeLessThanOrEqual(
      spending.budget + 1e-9,
    );
  }
  // Refusing everything would be no art.
  expect(answered).toBeGreaterThan(schedules);
});
