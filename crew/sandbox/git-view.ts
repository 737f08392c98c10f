import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";

/** What a command sees of the repository: folders read-only, and settings as files of our own over the real ones. */
export interface GitView {
  folders: { host: string; inside: string }[];
  files: { path: string; text: string }[];
}

/** The work tree's `.git`, a folder or (in a linked work tree or a submodule) a file that names one. */
export function gitView(tree: string, insideTree: string): GitView {
  const host = join(tree, ".git");
  const inside = join(insideTree, ".git");
  if (!existsSync(host)) return { folders: [], files: [] };
  const kind = lstatSync(host);
  if (kind.isDirectory()) return folderView({ host, inside });
  if (kind.isFile()) return linkedView(tree, insideTree);
  throw new GsdError("sandbox", `${host} is neither a folder nor a file. Check the repository out again.`);
}

/** The same repository with nothing in it to see; a file that names another folder stays, and leads nowhere. */
export function hiddenView({ folders }: GitView, emptyFolder: string): GitView {
  const hidden = folders.flatMap((folder) => {
    if (!folder.inside.endsWith("/.git")) return [];
    return [lstatSync(folder.host).isDirectory() ? { ...folder, host: emptyFolder } : folder];
  });
  return { folders: hidden, files: [] };
}

function folderView(folder: { host: string; inside: string }): GitView {
  return {
    folders: [folder],
    files: ["config", "config.worktree"].flatMap((name) => {
      const path = join(folder.host, name);
      return existsSync(path) ? [{ path: join(folder.inside, name), text: harmlessSettings(path) }] : [];
    }),
  };
}

function linkedView(tree: string, insideTree: string): GitView {
  const link = { host: join(tree, ".git"), inside: join(insideTree, ".git") };
  const named = /^gitdir: (.+)$/m.exec(readFileSync(link.host, "utf8"))?.[1];
  const own = named && { host: resolve(tree, named), inside: resolve(insideTree, named) };
  // Else a file that somebody made up could show any folder of the host.
  if (!own || !existsSync(join(own.host, "HEAD")))
    throw new GsdError("sandbox", `${link.host} names no repository. Check it out again.`);
  const common = existsSync(join(own.host, "commondir"))
    ? readFileSync(join(own.host, "commondir"), "utf8").trim()
    : ".";
  const shared = { host: realpathSync(resolve(own.host, common)), inside: resolve(own.inside, common) };
  const views = [folderView(shared), ...(common === "." ? [] : [folderView(own)])];
  return {
    folders: [...views.flatMap((view) => view.folders), link],
    files: views.flatMap((view) => view.files),
  };
}

const kept =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|sparsecheckout\w*)|extensions\.\w+|index\.\w+|user\.(name|email)|remote\..+\.(url|fetch|promisor|partialclonefilter)|branch\..+\.(remote|merge)|submodule\..+\.(url|active))$/is;

/**
 * A repository's settings without what may hold a credential (`http.*.extraheader`, as `actions/checkout` writes it,
 * `credential`, `url`, includes, a name and password in an address) or runs something.
 */
export function harmlessSettings(file: string): string {
  return listSettings(file)
    .filter(([key]) => kept.test(key))
    .map(([key, value]) => formatSetting(key, value.replace(/\/\/[^/@]*@/, "//")))
    .join("");
}

function listSettings(file: string): [key: string, value: string][] {
  try {
    const list = execFileSync("git", ["config", "--file", file, "--no-includes", "--null", "--list"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin" },
    });
    return list
      .split("\0")
      .filter(Boolean)
      .map((entry) => {
        const [key = "", ...value] = entry.split("\n");
        return [key, value.join("\n")];
      });
  } catch {
    // Settings that git cannot read are no settings to show.
    return [["core.repositoryformatversion", "0"]];
  }
}

function formatSetting(key: string, value: string): string {
  const [, section, , subsection, name] = /^([^.]+)(\.(.+))?\.([^.]+)$/s.exec(key)!;
  const quote = (text: string) =>
    `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
  return `[${section}${subsection === undefined ? "" : ` ${quote(subsection)}`}]\n\t${name} = ${quote(value)}\n`;
}
