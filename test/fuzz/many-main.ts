import { fuzzMany } from "./many.ts";

/** A million short random texts for the readers of commands, backlogs, recipes, Markdown, roadmaps and issue forms: `npm run test:fuzz:many -- 7 100000` for seed and number. */
const [seed = "1", inputs = "1000000"] = process.argv.slice(2);
const report = fuzzMany({ seed: Number(seed), inputs: Number(inputs) });
const shares = Object.entries(report.sound).map(([name, number]) => `${name} ${number}`);
console.log(
  `seed ${seed}: ${report.inputs} inputs, ${report.failures.length} failures; sound: ${shares.join(", ")}`,
);
console.log(`slowest: ${report.slowest.milliseconds.toFixed(1)} ms (${report.slowest.reader})`);
for (const failure of report.failures.slice(0, 20)) console.log(failure);
process.exitCode = report.failures.length > 0 || report.slowest.milliseconds > 50 ? 1 : 0;
