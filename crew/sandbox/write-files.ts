/** Each file replaces whatever stands in its place, be it a link or read-only. */
const program = `
while [ "$1" != -- ]; do
  rm -rf "$HOME/$1" && mkdir -p "$(dirname "$HOME/$1")" && printf %s "$2" >"$HOME/$1" ||
    { echo "gsd: $HOME/$1 cannot be written" >&2; exit 125; }
  shift 2
done
shift
exec "$@"`;

/**
 * The command with its files written before it, into the home folder. Written inside, by the command's own user: in a
 * home that earlier commands could change, a link would lead our own writing anywhere.
 */
export function writeFiles(argv: string[], files: Record<string, string> = {}): string[] {
  const given = Object.entries(files);
  if (given.length === 0) return argv;
  return ["/bin/sh", "-c", program, "gsd", ...given.flat(), "--", ...argv];
}
