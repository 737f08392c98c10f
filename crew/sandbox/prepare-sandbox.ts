import type { Config } from "../../core/model/config.ts";
import type { PinnedTools } from "../setup/find-tools.ts";
import { createSandbox } from "./create-sandbox.ts";
import { type Detection, detectSandbox } from "./detect-sandbox.ts";
import { findToolCaches, type ToolCaches } from "./find-tool-caches.ts";
import { limitsFrom, type Sandbox } from "./sandbox.ts";

export interface SandboxMeans {
  /** Whether this is a machine of GitHub's, on which we may install. */
  hosted: boolean;
  allowMissing: boolean;
  /** What programs outside the sandbox find in their environment. */
  host: Record<string, string | undefined>;
}

/** The configured sandbox. GitHub's own runners lack bubblewrap and restrict user namespaces: there it is put right first. */
export async function prepareSandbox(
  means: SandboxMeans,
  config: Pick<Config, "sandbox" | "limits">,
  pinned: Pick<PinnedTools, "path" | "env"> = { path: [], env: {} },
): Promise<Sandbox> {
  const { sandbox: mode } = config;
  const { hosted, allowMissing, host } = means;
  if (mode === "bubblewrap" && hosted) await delegateGroups();
  const detection = await tryBubblewrap({ hosted: hosted && mode === "bubblewrap" });
  return await createSandbox({
    mode,
    allowMissing,
    detection,
    limits: limitsFrom(config.limits),
    tools: withPinned(findToolCaches(host), pinned),
  });
}

function withPinned(tools: ToolCaches, { path, env }: Pick<PinnedTools, "path" | "env">): ToolCaches {
  return { ...tools, first: path, env: { ...tools.env, ...env } };
}

/** Tries bubblewrap, and once more after it was installed where we may do that. */
export async function tryBubblewrap(
  { hosted }: Pick<SandboxMeans, "hosted">,
  places?: string[],
): Promise<Detection> {
  const detection = await detectSandbox(places);
  if (detection.available || !hosted) return detection;
  await installSandbox();
  return detectSandbox(places);
}

async function installSandbox(): Promise<void> {
  const { exec } = await import("@actions/exec");
  // The image's index is as old as the image: the versions that it names may be gone from the mirrors.
  await exec("sudo", ["apt-get", "update", "--quiet"], { ignoreReturnCode: true });
  await exec("sudo", ["apt-get", "install", "--yes", "--no-install-recommends", "bubblewrap", "socat"], {
    ignoreReturnCode: true,
  });
  // Ubuntu 24.04 and later restrict user namespaces by AppArmor.
  const setting = "kernel.apparmor_restrict_unprivileged_userns=0";
  await exec("sudo", ["sysctl", "-w", setting], { ignoreReturnCode: true });
}

/**
 * A part of the control groups for us, and us in it: then the kernel counts each command's memory, of every kind. A process may
 * move between two groups only where it owns the one above both, so ours and theirs have to be neighbours.
 */
const delegation = `
set -e
top=/sys/fs/cgroup
mkdir -p $top/gsd/own
for group in $top $top/gsd; do echo "+memory +pids" >$group/cgroup.subtree_control; done
chown $2 $top/gsd $top/gsd/cgroup.procs $top/gsd/own/cgroup.procs
echo $1 >$top/gsd/own/cgroup.procs`;

async function delegateGroups(): Promise<void> {
  const { exec } = await import("@actions/exec");
  const ids = [process.pid, process.getuid?.() ?? 0].map(String);
  const options = { ignoreReturnCode: true, silent: true };
  // Where it fails, or there is no sudo, memory is looked at instead.
  await exec("sudo", ["sh", "-c", delegation, "gsd", ...ids], options).catch(() => undefined);
}
