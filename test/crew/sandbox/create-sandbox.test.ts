import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GsdError } from "../../../core/gsd-error.ts";
import { createSandbox } from "../../../crew/sandbox/create-sandbox.ts";
import { detectSandbox } from "../../../crew/sandbox/detect-sandbox.ts";
import { explainRefusal, type HostFacts } from "../../../crew/sandbox/explain-refusal.ts";
import { aWorkTree } from "../../adapters/git/work-tree.ts";
import { detection, shell } from "./sandboxes.ts";

const aHost: HostFacts = {
  ...{ inContainer: false, apparmorRestricts: false, usernsOff: false, noUsernsLeft: false },
  machine: "x64",
};

it("refuses to start without bubblewrap and names the command that installs it", async () => {
  const missing = await detectSandbox(["/nowhere"]);
  const attempt = createSandbox({ mode: "bubblewrap", detection: missing });
  await expect(attempt).rejects.toThrow(GsdError);
  await expect(attempt).rejects.toMatchObject({
    code: "sandbox",
    message: expect.stringContaining("apt-get install --yes bubblewrap"),
  });
});

it("names the setting when the kernel refuses user namespaces", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-test-"));
  const refusing =
    '#!/bin/sh\n[ "$1" = --help ] || { echo "bwrap: setting up uid map: Permission denied" >&2; exit 1; }\n';
  for (const name of ["bwrap", "prlimit", "setpriv"])
    writeFileSync(join(folder, name), refusing, { mode: 0o755 });
  const refused = await detectSandbox([folder], { ...aHost, apparmorRestricts: true });
  rmSync(folder, { recursive: true });
  await expect(createSandbox({ mode: "bubblewrap", detection: refused })).rejects.toMatchObject({
    code: "sandbox",
    message: expect.stringMatching(
      /uid map: Permission denied.*kernel\.apparmor_restrict_unprivileged_userns=0/,
    ),
  });
  expect(explainRefusal("", aHost)).toContain("no message");
});

it.each([
  ["a sysctl of Debian", { usernsOff: true }, "sudo sysctl -w kernel.unprivileged_userns_clone=1"],
  ["a sysctl of the kernel", { noUsernsLeft: true }, "sudo sysctl -w user.max_user_namespaces=15000"],
  ["a container", { inContainer: true }, "--security-opt seccomp=unconfined"],
  [
    "AppArmor, in a container too",
    { inContainer: true, apparmorRestricts: true },
    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  ],
])("names the command that helps when %s forbids namespaces", (_, facts, fix) => {
  const words = "bwrap: No permissions to create new namespace";
  const sentence = explainRefusal(words, { ...aHost, ...facts });
  expect(sentence).toContain(fix);
  expect(sentence).toContain(words);
});

it("says what else can be wrong with bubblewrap, the kernel or the machine", async () => {
  expect(explainRefusal("bwrap: Unknown option --seccomp", aHost)).toContain("too old");
  expect(explainRefusal("bwrap: prctl(PR_SET_SECCOMP): Invalid argument", aHost)).toContain(
    "CONFIG_SECCOMP_FILTER",
  );
  if (!detection.available) return;
  const other = await detectSandbox(undefined, { ...aHost, machine: "riscv64" });
  expect(other).toMatchObject({ available: false, error: { code: "sandbox" } });
});

it("names the package when prlimit or setpriv is missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-test-"));
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\n", { mode: 0o755 });
  const missing = await detectSandbox([folder]);
  rmSync(folder, { recursive: true });
  expect(missing).toMatchObject({
    available: false,
    error: { message: expect.stringContaining("apt-get install --yes util-linux") },
  });
});

it("runs without one only when told so, and says which it is", async () => {
  using tree = aWorkTree();
  const missing = await createSandbox({
    mode: "bubblewrap",
    allowMissing: true,
    detection: await detectSandbox(["/nowhere"]),
  });
  expect(missing.kind).toBe("missing");
  expect(await missing.run(shell(tree.folder, "echo ran"))).toMatchObject({ code: 0, stdout: "ran\n" });
  expect((await createSandbox({ mode: "off", detection })).kind).toBe("off");
});

it.skipIf(!detection.available)("prefers the sandbox even where it could do without", async () => {
  expect((await createSandbox({ mode: "bubblewrap", allowMissing: true })).kind).toBe("bubblewrap");
});

it.skipIf(!detection.available)("says what is wrong when a folder to show is not there", async () => {
  using tree = aWorkTree();
  const sandbox = await createSandbox({ mode: "bubblewrap", detection });
  const attempt = sandbox.run(shell(tree.folder, "true", { readOnly: ["/nowhere/at-all"] }));
  await expect(attempt).rejects.toMatchObject({
    code: "sandbox",
    message: expect.stringContaining("/nowhere/at-all"),
  });
});
