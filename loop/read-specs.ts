import type { Track } from "../core/model/track.ts";
import { noSpecCheck, type SpecCheck, type Surroundings } from "../core/plan/check-spec-changes.ts";
import { openspecChanges, openspecFolder, type SpecLayout, specFile } from "../core/plan/spec-layout.ts";
import { loadOpenTracks } from "./ledger/load-tracks.ts";
import { issuesIn } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";

/** Which specs count, and whether what others change is of interest. */
interface Reading {
  ref: string;
  track: Pick<Track, "issue">;
  meets: boolean;
}

/** As many of OpenSpec's own changes and of other tracks as are looked at. */
const mostOthers = 30;
const mostFiles = 60;

/** Holds the spec changes of a SPEC.md to the specs at a commit or branch, and to what others change. */
export async function readSpecCheck(
  ports: Ports,
  markdown: string,
  { ref, track, meets }: Reading,
): Promise<SpecCheck> {
  const changed = await ports.parse("spec-changes", markdown);
  if (!changed.ok) return { ...noSpecCheck, problems: [{ path: "SPEC.md", message: changed.message }] };
  if (!changed.value.ok) return { ...noSpecCheck, problems: changed.value.problems };
  const names = changed.value.specs.map(({ capability }) => capability);
  if (names.length === 0) return noSpecCheck;
  // Asked for at once, so that it is one request.
  const [{ layout, texts, open }, tracks] = await Promise.all([
    readTexts(ports, names, ref),
    meets ? otherTracks(ports, track.issue) : [],
  ]);
  const changes = meets ? await readChanges(ports, { names, open, ref }) : [];
  const checked = await ports.parse("spec-check", markdown, { layout, texts, tracks, changes });
  if (checked.ok) return checked.value;
  return { ...noSpecCheck, problems: [{ path: "SPEC.md", message: checked.message }] };
}

interface Texts extends Pick<Surroundings, "layout" | "texts"> {
  /** Names of OpenSpec's open changes. */
  open: string[];
}

/** The specs of some capabilities, in the layout that the repository has there. */
async function readTexts({ github }: Ports, names: readonly string[], ref: string): Promise<Texts> {
  const paths = names.flatMap((name) => [specFile("own", name), specFile("openspec", name)]);
  const { files, folders } = await github.look({
    files: paths.map((path) => ({ path, ref })),
    folders: [
      { path: openspecFolder, ref },
      { path: openspecChanges, ref },
    ],
  });
  const [root, changes] = folders;
  const layout: SpecLayout = root ? "openspec" : "own";
  const texts = paths.flatMap((path, at) => {
    const file = files[at];
    return file && file.odd === undefined ? [[path, file.text] as const] : [];
  });
  const open = (changes?.entries ?? []).filter(({ folder, name }) => folder && name !== "archive");
  return {
    layout,
    texts: Object.fromEntries(texts),
    open: open.map(({ name }) => name).slice(0, mostOthers),
  };
}

/** What other open tracks change, by what was last known of their plans. */
async function otherTracks(ports: Ports, issue: number): Promise<Surroundings["tracks"]> {
  const issues = (await issuesIn(ports.ledger, "tracks")).filter((other) => other !== issue);
  if (issues.length === 0) return [];
  const tracks = await loadOpenTracks(ports, issues.slice(-mostOthers));
  return tracks.flatMap(({ track }) =>
    track.plan.deltas ? [{ issue: track.issue, deltas: track.plan.deltas }] : [],
  );
}

/** What OpenSpec's open changes say about the same capabilities. */
async function readChanges(
  { github }: Ports,
  { names, open, ref }: { names: readonly string[]; open: readonly string[]; ref: string },
): Promise<Surroundings["changes"]> {
  const pathOf = (name: string, capability: string) =>
    `${openspecChanges}/${name}/specs/${capability}/spec.md`;
  const wanted = open
    .flatMap((name) => names.map((capability) => ({ name, capability, path: pathOf(name, capability) })))
    .slice(0, mostFiles);
  if (wanted.length === 0) return [];
  const { files } = await github.look({ files: wanted.map(({ path }) => ({ path, ref })) });
  return wanted.flatMap(({ name, capability }, at) => {
    const file = files[at];
    return file && file.odd === undefined ? [{ name, capability, text: file.text }] : [];
  });
}
