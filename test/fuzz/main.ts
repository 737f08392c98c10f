import { createParse } from "../../adapters/parse/create-parse.ts";
import { fuzz } from "./fuzz.ts";

/** Everything that reads what others wrote, with text that is made to hold it up or to break it: `npm run test:fuzz -- 7 300` for seed and seconds. */
const [seed = "1", seconds = "60"] = process.argv.slice(2);
const parse = createParse({ milliseconds: 1_000, megabytes: 256 });
const { inputs, refused, crashes, slowest } = await fuzz(parse, {
  seed: Number(seed),
  inputs: Number.POSITIVE_INFINITY,
  seconds: Number(seconds),
});
console.log(`seed ${seed}: ${inputs} inputs, ${refused} refused, ${crashes.length} crashes`);
console.log(
  `slowest: ${Math.round(slowest.milliseconds)} ms (${slowest.reader}), with the start of a thread`,
);
for (const crash of crashes.slice(0, 20)) console.log(crash);
process.exitCode = crashes.length > 0 ? 1 : 0;
