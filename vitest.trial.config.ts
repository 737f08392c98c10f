import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** `npm run test:trial`: what takes minutes, through the real path. Agents that misbehave, a release, rehearsals of issues. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: ["test/**/*.trial.ts"],
    testTimeout: 300_000,
    passWithNoTests: true,
  },
});
