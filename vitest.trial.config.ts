import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** A maintainer's trial through the real path, with agents that misbehave: `npm run test:trial`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/trial/**/*.trial.ts"], testTimeout: 300_000, passWithNoTests: true },
});
