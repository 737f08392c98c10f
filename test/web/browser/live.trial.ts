import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTask, aTrack } from "../../builders/a-track.ts";
import { aRepositorySource, aSource } from "../a-source.ts";
import { aLiveSite } from "../live/a-live-site.ts";
import { launchChromium, looks, noChromium, openPage } from "./a-chromium.ts";

describe.skipIf(noChromium !== "")(`a page that is left open${noChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("comes back by itself after its server was away, and shows what happened meanwhile", async () => {
    const sourceOf = (title: string) =>
      aSource(aRepositorySource([aTrack({ tasks: { T01: aTask({ title }) } })]));
    const first = await aLiveSite({ source: sourceOf("Before") });
    const { context, page } = await openPage(browser, looks.light);
    await page.goto(`${first.url}/octo/shop/tracks/42`);
    await page.waitForSelector('body[data-live-state="on"]');
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    await first[Symbol.asyncDispose]();
    await page.waitForSelector('body[data-live-state="off"]');

    await using second = await aLiveSite({ source: sourceOf("After"), port: first.port });
    await page.getByRole("row", { name: /After/ }).waitFor();
    await page.waitForSelector('body[data-live-state="on"]');
    expect(second.streams.count()).toBe(1);
    expect(await page.getByText("Before").count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, "untouched"))).toBe(true);
    await context.close();
  });
});
