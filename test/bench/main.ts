import { build } from "../../scripts/build.ts";
import { measureGateway } from "./gateway.ts";
import { measureSandbox } from "./sandbox.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStory } from "./story.ts";

/** `npm run bench`: the figures that we quote, each against a baseline of the same run where it is a time. */
await build();
console.log("start-up of the control step", await measureStartUp());
console.log("the story, action only", await measureStory("action"));
console.log("the story, with the App", await measureStory("app"));
console.log("start-up of the sandbox", await measureSandbox());
console.log("the gateway against a direct connection", await measureGateway());
