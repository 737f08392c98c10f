import { detection } from "../crew/sandbox/sandboxes.ts";
import { type GroupResult, runProbes, summary } from "./all-probes.ts";

/** `npm run test:sandbox`: every attack once, as a table; `--off` runs those that are known to get through without a sandbox. */
const mode = process.argv.includes("--off") ? "off" : "bubblewrap";
if (!detection.available) {
  console.error(detection.error.message);
  process.exit(1);
}
let group = "";
const results = await runProbes(mode, { onResult: show });
console.log(`\n${summary(results)}`);
const wanted = mode === "off" ? "through" : "held";
// Fewer would mean that probes went missing, and prove little.
const fewest = mode === "off" ? 80 : 200;
if (results.length < fewest) console.error(`That are fewer than ${fewest}: some were not made.`);
process.exitCode = results.length >= fewest && results.every((result) => result.verdict === wanted) ? 0 : 1;

function show(result: GroupResult): void {
  if (result.group !== group) console.log(`\n${result.group}`);
  group = result.group;
  const time = `${(result.seconds * 1000).toFixed(0)} ms`.padStart(8);
  console.log(`  ${result.verdict.padEnd(8)} ${time}  ${result.name}`);
  if (result.verdict === "broken") console.log(result.output.replace(/^/gm, "           | "));
}
