import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSite } from "../../app/a-site.ts";
import { launchChromium, looks, noChromium, openPage } from "./a-chromium.ts";

describe.skipIf(noChromium !== "")(`the App's pages in a browser${noChromium}`, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof aSite>>;
  beforeAll(async () => {
    site = await aSite();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
  });

  /** Goes to GitHub and back as somebody, who ends where they wanted to be. */
  const signIn = async (login: string) => {
    const opened = await openPage(browser, looks.light);
    const { page, context } = opened;
    await page.goto(site.url + site.track);
    const way = await page.getByRole("link", { name: "Sign in with GitHub" }).getAttribute("href");
    const begun = await context.request.get(site.url + way, { maxRedirects: 0 });
    await page.goto(site.forge.authorize(login, begun.headers()["location"] ?? ""));
    await page.waitForURL(site.url + site.track);
    return opened;
  };

  it("lead somebody through GitHub, take a click, and follow what comes of it without being loaded again", async () => {
    const { context, page, complaints } = await signIn("ada");
    complaints.length = 0;
    expect(await page.locator("h1").innerText()).toContain("CSV export");
    await page.waitForSelector('body[data-live-state="on"]');
    const other = await context.newPage();
    await other.goto(site.url + site.track);
    await other.waitForSelector('body[data-live-state="on"]');
    await other.evaluate(() => Object.assign(window, { untouched: true }));

    await page.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?said=/);
    await page.getByText("gsd took /pause").waitFor();
    await page.getByRole("button", { name: "Resume" }).waitFor();

    // The other tab was not touched: it hears of it by itself.
    await other.locator(".state", { hasText: "paused" }).first().waitFor();
    await other.getByRole("button", { name: "Resume" }).waitFor();
    expect(await other.evaluate(() => Reflect.get(window, "untouched"))).toBe(true);
    await other.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keep what somebody unfolded and where they are while they follow", async () => {
    const { context, page } = await signIn("ada");
    await page.waitForSelector('body[data-live-state="on"]');
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    await page.getByText("Cancel the track …").click();
    expect(await page.locator(".ask").getAttribute("open")).not.toBeNull();
    await site.as("ada")("POST", `/issues/${site.issue}/comments`, { body: "/pause" });
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(await page.locator(".ask").getAttribute("open")).not.toBeNull();
    expect(await page.evaluate(() => Reflect.get(window, "untouched"))).toBe(true);
    await site.as("ada")("POST", `/issues/${site.issue}/comments`, { body: "/resume" });
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await context.close();
  });

  it("show somebody without access no more than that there is nothing", async () => {
    const { context, page } = await signIn("bob");
    expect(await page.locator("h1").innerText()).toBe("Not found");
    await page.goto(`${site.url}/tracks`);
    expect(await page.locator("main").innerText()).not.toContain("sample");
    await context.close();
  });

  it("let somebody out again", async () => {
    const { context, page } = await signIn("ada");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in with GitHub" }).waitFor();
    expect((await page.goto(site.url + site.track))?.status()).toBe(401);
    await context.close();
  });
});
