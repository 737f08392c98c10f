import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    // Most of the time is spent in other processes.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // @actions/* import JSON without an attribute, which plain Node refuses; Vite transforms it.
    server: { deps: { inline: [/@actions\//] } },
  },
});
