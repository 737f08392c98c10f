import { parseArgs } from "node:util";
import { build } from "../../scripts/build.ts";
import { measureTrain } from "../history/train.ts";
import { measureBudget } from "./budget.ts";
import { measureChecking } from "./checking.ts";
import { measureCheckout } from "./checkout.ts";
import { measureCli } from "./cli-start.ts";
import { measureGateway } from "./gateway.ts";
import { measureInstall } from "./install.ts";
import { measurePlanning } from "./planning.ts";
import { measureRuling } from "./ruling.ts";
import { measureSandbox } from "./sandbox.ts";
import { measureScanning } from "./scanning.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStory } from "./story.ts";
import { measureTracing } from "./tracing.ts";
import { measureWaiting } from "./waiting.ts";
import { measureWebhooks } from "./webhooks.ts";

/**
 * `npm run bench`: the figures that we quote, each against a baseline of the same run where it is a time.
 * `npm run bench -- story waiting` measures some of them; `--job-start 20` is how long a machine takes to start.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "job-start": { type: "string", default: "2" } },
});
const jobStart = Number(values["job-start"]);

const parts: Record<string, () => Promise<void>> = {
  "start-up": async () => console.log("start-up of the control step", await measureStartUp()),
  "cli-start": async () => {
    console.log("start-up of the command line");
    console.table(await measureCli());
  },
  install: async () => console.log("from gsd init to the first proposed plan", await measureInstall()),
  story: async () => {
    console.log("the six-task story up to its merge");
    console.table([await measureStory("action"), await measureStory("app")]);
  },
  waiting: async () => {
    console.log(`what people wait for, with ${jobStart} s for the start of a machine`);
    console.table([
      ...(await measureWaiting("action", jobStart)),
      ...(await measureWaiting("app", jobStart)),
    ]);
  },
  tracing: async () => console.log("tracing on a loop", await measureTracing()),
  sandbox: async () => console.log("start-up of the sandbox", await measureSandbox()),
  checkout: async () => {
    console.log("clean checkouts, as layers and as copies");
    console.table(await measureCheckout());
  },
  checking: async () => {
    console.log("the gate on 5,000 changes, on a base of 50,000 files");
    console.table(measureChecking());
  },
  rules: async () => {
    console.log("all packs of rules on a change, against a loop over the same characters");
    console.table(measureRuling());
  },
  scanning: async () => {
    console.log("the scanner on 10,000 new lines");
    console.table(measureScanning());
  },
  planning: async () => {
    console.log("backlogs of 1,000 and 10,000 tasks, checked, scheduled and rendered");
    console.table(measurePlanning());
  },
  train: async () =>
    console.log("siblings that a merge disturbs, and who brings them up to date", await measureTrain(200)),
  gateway: async () => console.log("the gateway against a direct connection", await measureGateway()),
  webhooks: async () => {
    const { rows, ratio } = await measureWebhooks();
    console.log(`webhooks that mean nothing; the App's throughput is ${ratio} of bare Probot's`);
    console.table(rows);
  },
  budget: async () => console.log("random schedules against a budget", await measureBudget()),
};

const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0 || !(jobStart > 0)) {
  console.error(`usage: npm run bench -- [${Object.keys(parts).join("] [")}] [--job-start SECONDS]`);
  process.exit(2);
}
await build();
for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await measure();
}
