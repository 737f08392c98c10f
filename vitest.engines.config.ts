import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests with the real CLIs: `npm run test:engines`. They are fetched into the cache folder, once. */
export default defineConfig({
  test: {
    include: ["test/engines/**/*.suite.ts"],
    globalSetup: ["test/build-once.ts"],
    provide: {
      engineCache: resolve(process.env["GSD_ENGINE_CACHE"] || ".cache/engines"),
      enginesRequired: process.env["GSD_ENGINES_REQUIRED"] === "true",
    },
    testTimeout: 240_000,
    hookTimeout: 600_000,
    // Each run is a program of hundreds of megabytes; a good part of their time is waiting for limits.
    maxWorkers: 2,
  },
});
