import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

/** Why suites with a browser are skipped here; nothing where there is one. CI installs it, so there they run. */
export const noChromium =
  executablePath === undefined ? ": Chromium is not installed: sudo apt-get install --yes chromium" : "";

/** It asks its maker for this and that; nothing of it is wanted here. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium, as people have it. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? "", args: quiet });
}

export const looks = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

/** A page of its own, and everything that its browser complained about: errors of scripts, and what the policy refused. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { context, page, complaints };
}
