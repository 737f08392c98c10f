import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Refuses what GitHub refuses of a push; the server says by the environment what applies to the pusher. */
const SCRIPT = `#!/bin/sh
ref="$1"; old="$2"; new="$3"; zero=0000000000000000000000000000000000000000
case "$ref" in refs/pull/*) echo "error: deny updating a hidden ref"; exit 1;; esac
if [ "$ref" = "$FORGE_PROTECTED_REF" ]; then
  echo "error: GH006: Protected branch update failed for $ref."
  echo "error: Changes must be made through a pull request."
  exit 1
fi
[ -z "$FORGE_NO_WORKFLOWS" ] && exit 0
[ "$new" = "$zero" ] && exit 0
case "$ref" in refs/heads/*) ;; *) exit 0;; esac
after=$(git rev-parse -q --verify "$new:.github/workflows") || exit 0
if [ "$old" = "$zero" ]; then list=$(git for-each-ref --format='%(objectname)' refs/heads); else list="$old"; fi
for one in $list; do
  [ "$(git rev-parse -q --verify "$one:.github/workflows")" = "$after" ] && exit 0
done
echo "refusing to allow a GitHub App to create or update workflow files in .github/workflows without \\\`workflows\\\` permission"
exit 1
`;

export function installUpdateHook(gitDir: string): void {
  mkdirSync(join(gitDir, "hooks"), { recursive: true });
  const path = join(gitDir, "hooks", "update");
  writeFileSync(path, SCRIPT);
  chmodSync(path, 0o755);
}
