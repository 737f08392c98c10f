import { createSource } from "../adapters/pages/create-source.ts";
import { createWeb } from "../web/pages.ts";
import type { RepositoryName, Source } from "../web/source.ts";
import type { Handler } from "./guard-webhooks.ts";
import type { Place } from "./read-place.ts";

export interface TrackPagesOptions {
  apiUrl: string;
  /** Where the release tree is: its recipes. */
  root: string;
  listPlaces(): Promise<Place[]>;
  tokenOf(place: Place): Promise<string>;
  now(): Date;
}

export interface TrackPages {
  owns(path: string): boolean;
  handle: Handler;
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** The pages about tracks, with the App's own eyes: only for whoever sits at this machine. */
export function createTrackPages({ now, ...options }: TrackPagesOptions): TrackPages {
  const web = createWeb({ site: siteOf(options.apiUrl), now });
  const source = createAppSource(options);
  return {
    owns: web.owns,
    async handle(request, response) {
      // A name other than loopback means that some web page points its own name at this machine.
      if (!loopback.test(request.headers.host ?? "")) return void response.writeHead(421).end();
      const { method = "GET" } = request;
      const url = new URL(request.url ?? "/", "http://localhost");
      const { status, headers, body } = await web.answer({ method, url, source });
      response.writeHead(status, headers).end(method === "HEAD" ? undefined : body);
    },
  };
}

/** Each repository through the token of its own installation. */
function createAppSource({ apiUrl, root, listPlaces, tokenOf }: Omit<TrackPagesOptions, "now">): Source {
  const repositories = async (): Promise<RepositoryName[]> =>
    (await listPlaces()).map(({ owner, repo }) => ({ owner, name: repo }));
  return {
    repositories,
    async open(wanted) {
      const place = (await listPlaces()).find(
        ({ owner, repo }) => owner === wanted.owner && repo === wanted.name,
      );
      if (!place) return undefined;
      return createSource({ apiUrl, root, token: await tokenOf(place), repositories }).open(wanted);
    },
  };
}

/** Where people see what the API tells: `https://github.com`, or the server that has its API at `/api/v3`. */
function siteOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  return url.hostname === "api.github.com" ? "https://github.com" : url.origin;
}
