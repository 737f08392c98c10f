import type { CliName } from "../../core/model/engines.ts";

/** One npm tarball that holds a whole engine: nothing else is installed, and nothing of it runs at install. */
export interface PinnedPackage {
  name: string;
  version: string;
  /** Of the tarball, as the registry gives it in `dist.integrity`. */
  integrity: string;
  /** Its program, from the package's folder; a `.js` file is run by Node. */
  program: string;
}

/** `<platform>-<arch>`, or `any` for a package without native code. */
type Packages = Readonly<Record<string, PinnedPackage>>;

const claude = (arch: string, integrity: string): PinnedPackage => ({
  name: `@anthropic-ai/claude-code-linux-${arch}`,
  version: "2.1.325",
  integrity,
  program: "claude",
});

const codex = (arch: string, triple: string, integrity: string): PinnedPackage => ({
  name: "@openai/codex",
  version: `0.166.0-linux-${arch}`,
  integrity,
  program: `vendor/${triple}-unknown-linux-musl/bin/codex`,
});

/**
 * The versions that our tests ran. The packages that people install by name (`@anthropic-ai/claude-code`, `opencode-ai`)
 * only fetch these for their platform, two of them by a postinstall script.
 */
export const pinnedEngines: Readonly<Record<CliName, Packages>> = {
  "claude-code": {
    "linux-x64": claude(
      "x64",
      "sha512-BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==",
    ),
    "linux-arm64": claude(
      "arm64",
      "sha512-NCvQcOxr685Y4mkYUjQT8l/Ouzw0k2xWloWeyzfsUtWiOedHosPkaW6XCSpzAl1dMuvDNBF97qpWgVDrSdK2Vw==",
    ),
  },
  codex: {
    "linux-x64": codex(
      "x64",
      "x86_64",
      "sha512-CxDm3+D1cpbGJeHrdzINoG+3wn9BVncP4qpZaaNYkxe8iPtRJOYyCJnnPoVjWRIBvI9vPKbRoifsMSA5xDaUpw==",
    ),
    "linux-arm64": codex(
      "arm64",
      "aarch64",
      "sha512-w0ScAsBr9aZKtIFrh6HN6KU2yjKKeSCzYfbb7DB0Ccj4BYPzeZtUeQprbycLCwuX3AFQdbdjapmLho2iot74jQ==",
    ),
  },
  gemini: {
    any: {
      name: "@google/gemini-cli",
      version: "0.61.0",
      integrity:
        "sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==",
      program: "bundle/gemini.js",
    },
  },
  opencode: {
    // The build that needs no AVX2. There is none for arm64 at this version.
    "linux-x64": {
      name: "opencode-linux-x64-baseline",
      version: "1.18.33",
      integrity:
        "sha512-1KQGBiiDDeL/VHHbHkOvvFo8Jr97WT5+C1tear+p7IcDTnXgVHXqIjU4O4jM4mHQzykTP2i884FCnW5LDa+zCA==",
      program: "bin/opencode",
    },
  },
};
