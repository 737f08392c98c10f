import { detection } from "../adapters/sandbox/sandboxes.ts";
import { runProbes, summary } from "./all-probes.ts";

/** `npm run test:sandbox`: every attack once, as a table; `--off` runs those that are known to get through without a sandbox. */
const mode = process.argv.includes("--off") ? "off" : "bubblewrap";
if (!detection.available) {
  console.error(detection.error.message);
  process.exit(1);
}
let group = "";
const results = await runProbes(mode, (result) => {
  if (result.group !== group) console.log(`\n${result.group}`);
  group = result.group;
  console.log(
    `  ${result.verdict.padEnd(8)} ${`${(result.seconds * 1000).toFixed(0)} ms`.padStart(8)}  ${result.name}`,
  );
  if (result.verdict === "broken") console.log(result.output.replace(/^/gm, "           | "));
});
console.log(`\n${summary(results)}`);
const wanted = mode === "off" ? "through" : "held";
process.exitCode = results.every((result) => result.verdict === wanted) ? 0 : 1;
