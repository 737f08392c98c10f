import type { Track } from "../../../core/model/track.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { Page, RepositoryContext } from "../../page.ts";
import type { RepositoryName } from "../../source.ts";

/** Where a page about a track stands. */
export interface TrackPlace {
  repository: RepositoryName;
  site: string;
  now: Date;
}

export type TrackPart = "overview" | "timeline" | "cost" | "history";

const parts: { part: TrackPart; name: string; address(of: RepositoryName, issue: number): string }[] = [
  { part: "overview", name: "Overview", address: address.track },
  { part: "timeline", name: "Timeline", address: address.timeline },
  { part: "cost", name: "Cost", address: address.cost },
  { part: "history", name: "History", address: address.history },
];

/** The track that an address names; undefined where there is none. */
export async function findTrack({ repository, params }: RepositoryContext): Promise<Track | undefined> {
  const { issue = "" } = params;
  return /^[1-9]\d{0,9}$/.test(issue) ? repository.track(Number(issue)) : undefined;
}

export function placeOf({ repository, site, now }: RepositoryContext): TrackPlace {
  return { repository: repository.repository, site, now };
}

interface TrackPage {
  track: Pick<Track, "issue" | "title">;
  /** What the page is about, within the track; nothing for its overview. */
  about?: string;
  part?: TrackPart;
  body: Html;
}

/** One of the pages of a track: its name, the ways to the others, and what it says. */
export function trackPage({ track, about, part, body }: TrackPage, { repository, site }: TrackPlace): Page {
  const { issue, title } = track;
  const links = parts.map(
    (one) =>
      html`<a href="${one.address(repository, issue)}"${one.part === part && html` aria-current="page"`}>${one.name}</a>`,
  );
  return {
    title: about ? `${about} · #${issue} ${title}` : `#${issue} ${title}`,
    tab: "tracks",
    repository,
    body: html`<div class="name"><h1>${title} <a class="quiet" href="${github.issue(site, repository, issue)}">#${issue}</a></h1>
<nav class="parts" aria-label="This track">${links}</nav></div>
${body}`,
  };
}
