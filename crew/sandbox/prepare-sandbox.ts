import type { Config } from "../../core/model/config.ts";
import { createSandbox } from "./create-sandbox.ts";
import { detectSandbox } from "./detect-sandbox.ts";
import { findToolCaches } from "./find-tool-caches.ts";
import type { Sandbox } from "./sandbox.ts";

export interface SandboxMeans {
  /** Whether this is a machine of GitHub's, on which we may install. */
  hosted: boolean;
  allowMissing: boolean;
  /** What programs outside the sandbox find in their environment. */
  host: Record<string, string | undefined>;
}

/** The configured sandbox. GitHub's own runners lack bubblewrap and restrict user namespaces: there it is put right first. */
export async function prepareSandbox(means: SandboxMeans, mode: Config["sandbox"]): Promise<Sandbox> {
  let detection = await detectSandbox();
  if (!detection.available && mode === "bubblewrap" && means.hosted) {
    await installSandbox();
    detection = await detectSandbox();
  }
  const { allowMissing, host } = means;
  return await createSandbox({ mode, allowMissing, detection, tools: findToolCaches(host) });
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
