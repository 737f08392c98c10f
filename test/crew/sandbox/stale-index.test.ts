import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { detectSandbox } from "../../../crew/sandbox/detect-sandbox.ts";
import { tryBubblewrap } from "../../../crew/sandbox/prepare-sandbox.ts";

/** An image whose index is older than its mirrors: what it names is gone from them until it was brought up to date. */
const sudo = `#!/bin/sh
echo "$*" >>"$0.log"
case "$1 $2" in
  "apt-get update") touch "$0.fresh" ;;
  "apt-get install") [ -e "$0.fresh" ] || { echo "E: 404  Not Found" >&2; exit 100; }; ln -s /usr/bin/bwrap "$(dirname "$0")/bwrap" ;;
esac
`;
const real = await detectSandbox();

it.skipIf(!real.available || !existsSync("/usr/bin/bwrap"))(
  "on a hosted runner the package index is brought up to date before bubblewrap is installed",
  async () => {
    const bin = mkdtempSync(join(tmpdir(), "gsd-image-"));
    for (const name of ["prlimit", "setpriv"]) symlinkSync(`/usr/bin/${name}`, join(bin, name));
    writeFileSync(join(bin, "sudo"), sudo, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}:${process.env["PATH"]}`);
    try {
      expect(await tryBubblewrap({ hosted: false }, [bin])).toMatchObject({ available: false });
      expect(await tryBubblewrap({ hosted: true }, [bin])).toMatchObject({ available: true });
      const [update, install] = readFileSync(join(bin, "sudo.log"), "utf8").split("\n");
      expect([update, install]).toEqual([
        "apt-get update --quiet",
        "apt-get install --yes --no-install-recommends bubblewrap socat",
      ]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(bin, { recursive: true });
    }
  },
);
