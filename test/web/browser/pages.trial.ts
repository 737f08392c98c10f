import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePages, sampleSource } from "../sample.ts";
import { serve } from "../serve.ts";
import { launchChromium, looks, noChromium, openPage } from "./a-chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, each with the element that it found it at. */
async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: { run(): Promise<AxeResult> } };
    const { violations } = await tool.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

describe.skipIf(noChromium !== "")(`the pages about tracks in a browser${noChromium}`, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    site = await serve(await sampleSource());
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe.each(Object.entries(looks))("%s", (look, options) => {
    it.each(samplePages)(
      "%s has nothing that axe or the browser objects to, and fits",
      async (name, path) => {
        const { context, page, complaints } = await openPage(browser, options);
        await page.goto(site.url + path);
        expect(await findingsOf(page)).toEqual([]);
        // A status of 404 is a complaint of its own.
        expect(complaints.filter((one) => name !== "not-found" || !one.includes("404"))).toEqual([]);
        const spill = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(spill, `${name} scrolls sideways (${look})`).toBe(0);
        await context.close();
      },
    );
  });

  it("are used by keyboard: past the head, into the graph, to a task and back", async () => {
    const { context, page } = await openPage(browser, looks.light);
    await page.goto(`${site.url}/octo/shop/tracks/42`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    const node = 'svg.graph a[href$="/tasks/T03"]';
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((one) => document.activeElement?.matches(one), node)) break;
    }
    expect(await page.evaluate((one) => document.activeElement?.matches(one), node)).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/tasks/T03");
    expect(await page.textContent("h2")).toContain("T03 Write rows as Markdown");
    await page.goBack();
    expect(await page.title()).toContain("#42 Export reports");
    await context.close();
  });

  it("say the same without JavaScript", async () => {
    for (const [, path] of samplePages) {
      const words: string[] = [];
      for (const javaScriptEnabled of [true, false]) {
        const { context, page } = await openPage(browser, { ...looks.light, javaScriptEnabled });
        await page.goto(site.url + path);
        words.push(await page.locator("main").innerText());
        await context.close();
      }
      if (path === "/trace") expect(words[1]).toContain("needs JavaScript");
      else expect(words[1]).toBe(words[0]);
    }
  });

  it("show 500 tasks on a phone: what needs people first, the rest a tap away", async () => {
    const { context, page } = await openPage(browser, looks.phone);
    const began = performance.now();
    await page.goto(`${site.url}/octo/shop/tracks/500`);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await page.locator(".waves .square").count()).toBe(500);
    expect(await page.locator("#tasks-failed").getAttribute("open")).not.toBeNull();
    expect(await page.locator("#tasks-completed tbody").isVisible()).toBe(false);
    await page.locator("#tasks-completed > summary").tap();
    expect(await page.locator("#tasks-completed tbody tr").first().isVisible()).toBe(true);
    const sizes = await page
      .locator(".waves .square")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    await context.close();
  });

  describe("a file that is dropped on the trace page", () => {
    const line = (second: number, words: object) =>
      JSON.stringify({
        type: "assistant",
        timestamp: new Date(Date.UTC(2026, 10, 16, 3, 0, second)).toISOString(),
        message: { role: "assistant", ...words },
      });
    const transcript = [
      line(0, { content: [{ type: "text", text: "I look at the file." }] }),
      line(4, { content: [{ type: "tool_use", name: "<img src=x onerror=alert(1)>" }] }),
      line(9, { content: [{ type: "text", text: "Done." }] }),
    ].join("\n");

    const open = async () => {
      const opened = await openPage(browser, looks.light);
      await opened.page.goto(`${site.url}/trace`);
      return opened;
    };
    const choose = (page: Page, name: string, content: Buffer | string) =>
      page.setInputFiles("#file", {
        name,
        mimeType: "application/json",
        buffer: Buffer.from(content),
      });

    it("is drawn, and nothing in it becomes markup or leaves the browser", async () => {
      const { context, page, complaints } = await open();
      // The page's icon may be asked for after the page is there.
      await page.waitForLoadState("networkidle");
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await choose(page, "transcript.jsonl", transcript);
      await page.waitForSelector("#trace table.spans");
      expect(await page.locator("#trace tbody tr").count()).toBe(3);
      expect(await page.locator("#trace").innerText()).toContain("<img src=x onerror=alert(1)>");
      expect(await page.locator("#trace img").count()).toBe(0);
      expect(asked).toEqual([]);
      expect(await findingsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("is taken where it falls, too", async () => {
      const { context, page } = await open();
      const transfer = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "dropped.jsonl"));
        return data;
      }, transcript);
      await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
      await page.waitForSelector("#trace table.spans");
      expect(await page.locator("#trace h2").innerText()).toBe("dropped.jsonl");
      await context.close();
    });

    it.each([
      ["", "It is empty"],
      ["\x89PNG\r\n\x1a\nnot a trace", "It is no JSON"],
      ['{"name":"gsd","version":"1.0.0"}\n', "nothing in it tells when"],
    ])("is refused in words where it is no trace: %j", async (content, words) => {
      const { context, page } = await open();
      await choose(page, "odd.bin", content);
      await page.waitForSelector("#trace .refusal");
      expect(await page.locator("#trace").innerText()).toContain(words);
      expect(await findingsOf(page)).toEqual([]);
      await context.close();
    });

    it("may have 50 MB, and is refused beyond that", async () => {
      const { context, page } = await open();
      const entry = `${line(1, { content: [{ type: "text", text: "x".repeat(2_000) }] })}\n`;
      // Made in the page: a protocol of tools is no way for so much.
      const pick = (bytes: number) =>
        page.evaluate(
          ([text, most]) => {
            const data = new DataTransfer();
            const parts = new Array(Math.floor(most / text.length)).fill(text);
            data.items.add(new File(parts, "large.jsonl"));
            const input = document.querySelector<HTMLInputElement>("#file");
            if (!input) return;
            input.files = data.files;
            input.dispatchEvent(new Event("change"));
          },
          [entry, bytes] as const,
        );
      await pick(50 * 1024 * 1024);
      await page.waitForSelector("#trace table.spans", { timeout: 60_000 });
      expect(await page.locator("#trace").innerText()).toContain("more entries are left out");
      await pick(51 * 1024 * 1024 + entry.length);
      await page.waitForSelector("#trace .refusal");
      expect(await page.locator("#trace").innerText()).toContain("larger than 50 MB");
      await context.close();
    });
  });
});
