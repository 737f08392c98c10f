import { GsdError } from "../core/gsd-error.ts";

/** What the App needs to know before people can sign in to its pages. */
export interface PagesSettings {
  /** Where the pages are, as browsers see them: an origin. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** Keeps cookies from being read or made by anyone else. */
  sessionSecret: string;
}

const names = ["GSD_PAGES_URL", "CLIENT_ID", "CLIENT_SECRET", "SESSION_SECRET"] as const;
const near = ["127.0.0.1", "localhost", "[::1]"];
/** As many characters as `openssl rand -hex 16` prints. */
const shortest = 32;

/** Undefined where the operator wants no pages; half of the settings is a mistake. */
export function readPages(env: NodeJS.ProcessEnv): PagesSettings | undefined {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw refusal(
      `${names.filter((name) => env[name]).join(", ")} ${missing.length === names.length - 1 ? "is" : "are"} set, but not ${missing.join(", ")}; people can sign in to the pages only with all four. Set the rest (docs/install-app.md#pages), or none of them.`,
    );
  const { GSD_PAGES_URL = "", CLIENT_ID = "", CLIENT_SECRET = "", SESSION_SECRET = "" } = env;
  if (!/^[\w.-]{8,100}$/.test(CLIENT_ID) || /^\d+$/.test(CLIENT_ID))
    throw refusal(
      `CLIENT_ID is "${CLIENT_ID}"; set it to the "Client ID" on the App's settings page, which is not the App ID.`,
    );
  if (CLIENT_SECRET.length < 20)
    throw refusal(
      "CLIENT_SECRET is too short; generate one on the App's settings page, under Client secrets.",
    );
  if (SESSION_SECRET.length < shortest)
    throw refusal(
      `SESSION_SECRET has ${SESSION_SECRET.length} characters; set one of at least ${shortest} that nobody can guess: openssl rand -hex 32.`,
    );
  const secrets = [CLIENT_SECRET, env.WEBHOOK_SECRET];
  if (secrets.includes(SESSION_SECRET))
    throw refusal("SESSION_SECRET is the same as another secret; set one of its own: openssl rand -hex 32.");
  return {
    url: readOrigin(GSD_PAGES_URL),
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    sessionSecret: SESSION_SECRET,
  };
}

/** Cookies are bound to the whole origin, so the pages have one of their own. */
function readOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && near.includes(url.hostname));
  if (url && isSafe && url.href === `${url.origin}/`) return url.origin;
  throw refusal(
    `GSD_PAGES_URL is "${value}"; set it to an address that begins with https:// and has no path, such as https://gsd.example.com.`,
  );
}

function refusal(sentence: string): GsdError {
  return new GsdError("pages", sentence);
}
