import type { Config } from "../core/model/config.ts";
import { createSandbox } from "../crew/sandbox/create-sandbox.ts";
import { detectSandbox } from "../crew/sandbox/detect-sandbox.ts";
import { findToolCaches } from "../crew/sandbox/find-tool-caches.ts";
import type { Sandbox } from "../crew/sandbox/sandbox.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** The configured sandbox. GitHub's own runners lack bubblewrap and restrict user namespaces: there it is put right first. */
export async function prepareSandbox(environment: Environment, config: Config): Promise<Sandbox> {
  const { allowMissingSandbox: allowMissing } = environment;
  let detection = await detectSandbox();
  if (!detection.available && config.sandbox === "bubblewrap" && environment.hosted) {
    await installSandbox();
    detection = await detectSandbox();
  }
  const sandbox = await createSandbox({
    mode: config.sandbox,
    allowMissing,
    detection,
    tools: findToolCaches(environment.host),
  });
  if (sandbox.kind !== "bubblewrap") log.warn("running without a sandbox", { sandbox: sandbox.kind });
  return sandbox;
}

async function installSandbox(): Promise<void> {
  const { exec } = await import("@actions/exec");
  await exec("sudo", ["apt-get", "install", "--yes", "--no-install-recommends", "bubblewrap", "socat"], {
    ignoreReturnCode: true,
  });
  // Ubuntu 24.04 and later restrict user namespaces by AppArmor.
  const setting = "kernel.apparmor_restrict_unprivileged_userns=0";
  await exec("sudo", ["sysctl", "-w", setting], { ignoreReturnCode: true });
}
