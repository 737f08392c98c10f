import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/build-once.ts"],
    // Most of the time is spent in other processes.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // @actions/* import JSON without an attribute, which plain Node refuses; Vite transforms it.
    server: { deps: { inline: [/@actions\//] } },
    projects: [
      // What is pure shares its modules between files: a third of the time would go into loading them again.
      { extends: true, test: { name: "pure", include: ["test/core/**/*.test.ts"], isolate: false } },
      { extends: true, test: { name: "real", include: ["test/**/*.test.ts"], exclude: ["test/core/**"] } },
    ],
  },
});
