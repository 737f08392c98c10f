#!/usr/bin/env node
// In place of npm in the release workflow's jobs: what cannot be had here is done otherwise, the rest is npm's own.
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";

const { STAND_IN_NPM: npm, STAND_IN_MODULES: modules, STAND_IN_REGISTRY: registry } = process.env;
const [command = "", ...args] = process.argv.slice(2);

/** Each by what it is given; anything else is an error, as its effect would be missing. */
const commands = {
  // The same modules, without a network.
  ci: () => symlinkSync(modules, "node_modules"),
  // This test is part of them.
  test: () => console.log("not repeated within itself: npm test"),
  run: () => console.log(`not repeated within the tests: npm run ${args.join(" ")}`),
  pack: () => own([command, ...args]),
  sbom: () => own([command, ...args]),
  publish: () => {
    const [file = "", ...options] = args;
    if (!existsSync(file) || options.join(" ") !== "--provenance --access public") refuse();
    // No Sigstore and no trusted publisher on this machine; the package itself is published as npm does it.
    const place = new URL(registry);
    own([command, file, "--access", "public", "--registry", registry, `--//${place.host}/:_authToken=none`]);
  },
};

function own(given) {
  const { status } = spawnSync(npm, given, { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function refuse() {
  console.error(`the stand-in for npm does not know: npm ${[command, ...args].join(" ")}`);
  process.exit(1);
}

(commands[command] ?? refuse)();
