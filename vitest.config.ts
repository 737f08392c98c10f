import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // @actions/* import JSON without an attribute, which plain Node refuses; Vite transforms it.
    server: { deps: { inline: [/@actions\//] } },
  },
});
