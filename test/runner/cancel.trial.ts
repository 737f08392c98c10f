import { expect, it } from "vitest";
import { anInstallation } from "./an-installation.ts";

/** In place of our bundle: control claims a job and works until it is stopped, and so does an agent, whom somebody pays by the minute. */
const bundle = `
import { appendFileSync } from "node:fs";
const { INPUT_ZONE: zone, GITHUB_OUTPUT, GITHUB_SHA } = process.env;
const say = (line) => appendFileSync(GITHUB_OUTPUT, line + "\\n");
console.log(zone + " begins");
if (zone === "begin") say("go=work\\nartifact=result\\nbase=" + GITHUB_SHA + "\\ndepth=1");
if (zone === "control") say('jobs=[{"key":"1/review/T01/1","name":"review T01"}]');
if (zone === "control" || zone === "agent") {
  process.on("SIGINT", () => { console.log(zone + " was stopped"); process.exit(zone === "agent" ? 1 : 0); });
  console.log(zone + " works");
  setInterval(() => {}, 1000);
}
`;
const legs = JSON.stringify([{ key: "1/review/T01/1", name: "review T01" }]);

/** Starts a run, cancels it as soon as a zone says these words, and tells which zones began. */
async function cancelAt(words: string, inputs: Record<string, string>) {
  await using world = await anInstallation("app", { bundle });
  const { forge, repo, runner } = world;
  await world.dispatch(inputs);
  const log = () => [...forge.world.jobs.values()].flatMap((job) => job.log).join("");
  while (!log().includes(words)) await new Promise((resolve) => setTimeout(resolve, 20));
  const [run] = forge.world.runs.keys();
  const headers = { authorization: `Bearer ${forge.createUserToken("acme")}` };
  await fetch(`${forge.urls.api}/repos/${repo}/actions/runs/${run}/cancel`, { method: "POST", headers });
  await runner.idle();
  return { zones: [...log().matchAll(/^(\w+) begins/gm)].map(([, zone]) => zone), log: log() };
}

it("a job that somebody pays for does not begin once its run was cancelled", async () => {
  const { zones, log } = await cancelAt("control works", {});
  expect(log).toContain("control was stopped");
  expect(zones).toEqual(["control"]);
});

it("a review that is under way stops when its run is cancelled; what it left is kept and published", async () => {
  const { zones, log } = await cancelAt("agent works", { legs });
  expect(log).toContain("agent was stopped");
  expect(zones).toEqual(["begin", "agent", "rescue", "publish"]);
});
