import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Group, Place, Probe } from "./probe.ts";

/** A secret in the work tree and in its history, kept from whoever works there. */
function onFile(name: string, line: string, more: Partial<Probe> = {}): Probe {
  return {
    name,
    prepare: ({ tree, world }) => {
      mkdirSync(join(tree.folder, "kept/deep"), { recursive: true });
      for (const path of ["kept/key", "kept/deep/key", "docs.key"])
        writeFileSync(join(tree.folder, path), world.secret);
      tree.commit("with a secret");
    },
    command: () => ({ withheld: { file: (path) => /^kept\/|\.key$/.test(path), onTried: () => {} } }),
    attack: () => `( ${line} ) 2>&1; echo tried`,
    ...more,
  };
}

/** A program of the machine that may not be run: `tac` writes what it reads. */
function onProgram(name: string, line: string, more: Partial<Probe> = {}): Probe {
  return {
    name,
    command: () => ({ withheld: { program: (one) => one === "tac", onTried: () => {} } }),
    attack: () => `printf 'it ran\\n' >in; ( ${line} ) 2>/dev/null; echo tried`,
    isThrough: (_: Place, { stdout }) => stdout.includes("it ran"),
    ...more,
  };
}

/**
 * Made without a sandbox too, to see the check fail. Only what reads and runs: the others mount and write over programs, and
 * whoever is root without a sandbox would do that to the machine.
 */
const seen: Partial<Probe> = { control: true };

export const permissions: Group = {
  group: "files and programs that rules keep from agents",
  probes: [
    onFile("reading a file", "cat kept/key kept/deep/key docs.key", seen),
    onFile("searching for it", "grep -r canary- ."),
    onFile("by a symlink", "ln -s kept/key a; ln -s kept b; ln -s docs.key c; cat a b/deep/key c"),
    onFile("by a hard link", "ln kept/key a; ln docs.key b; cat a b docs.key"),
    onFile(
      "after the folder is moved",
      "mv kept moved; cat moved/key moved/deep/key; mv docs.key d; cat d docs.key",
    ),
    onFile(
      "after the file is removed",
      "rm -rf docs.key kept; cat docs.key kept/key; cp docs.key d; cat d docs.key",
    ),
    onFile("after the cover is taken off", "umount docs.key; umount -l kept; cat docs.key kept/key"),
    onFile(
      "by other ways to the tree",
      "cat /proc/self/root/repo/docs.key /proc/self/cwd/docs.key /proc/1/root/repo/kept/key docs.key",
    ),
    onFile("in the history", "git show HEAD:kept/key; git cat-file -p HEAD:docs.key; git log -p --all", seen),
    onFile(
      "in git's objects",
      'for f in .git/objects/*/*; do node -e \'process.stdout.write(require("zlib").inflateSync(require("fs").readFileSync(process.argv[1])))\' $f; done',
    ),
    onFile(
      "by a repository made up around it",
      "rm -rf .git; git init -q; git add -A; git -c user.name=x -c user.email=x@example.com commit -qm x; git log -p; cat docs.key",
    ),
    onFile("by an archive of it all", "tar cf - . | cat"),
    onProgram("running a program", "tac in", seen),
    onProgram("by its path", "/usr/bin/tac in; /bin/tac in", seen),
    onProgram("by a copy of it", "cp /usr/bin/tac t; chmod +x t; ./t in"),
    onProgram("by a link to it", "ln -s /usr/bin/tac l; ./l in; ln /usr/bin/tac h; ./h in"),
    onProgram(
      "by the loader",
      "for l in /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.*; do $l /usr/bin/tac in; done",
    ),
    onProgram("with another PATH", "PATH=/bin:/usr/bin tac in; env -i /usr/bin/tac in"),
    onProgram("after the cover is taken off", "umount /usr/bin/tac; tac in"),
    // Adds nothing: where it got through, the machine's own program would still be whole.
    onProgram("after the cover is written over", "{ : >>/usr/bin/tac; } && cat in"),
  ],
};
