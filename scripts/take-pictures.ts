import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { createWorld, type World } from "../local/create-world.ts";
import { createNarrator } from "../local/demo/narrator.ts";
import { sampleFiles } from "../local/demo/run-demo.ts";
import { type Moment, tellStory } from "../local/demo/tell-story.ts";
import { requireBundles } from "../local/require-bundles.ts";
import { type Picture, pictures } from "./docs/pictures.ts";

/**
 * Tells the demo's story and takes the pictures of the documents on the way: `npm run pictures`. They show what people see in
 * a browser, so whoever changes a face takes them again. Wants Chromium: `--chromium <path>` where it is not /usr/bin/chromium.
 */
const { values } = parseArgs({ options: { chromium: { type: "string", default: "/usr/bin/chromium" } } });
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}docs/pictures`;
/** Chromium asks its maker for this and that; nothing of it is wanted here. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Draws a sign, and one that no font has: for the page, which has types of its own. */
const hasEmoji = `(() => {
  const draw = (text) => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    context.font = "30px system-ui";
    context.fillText(text, 0, 40);
    return canvas.toDataURL();
  };
  return draw("\\u2705") !== draw("\\u{10fffd}");
})()`;

await requireBundles(root, ["dist/action"]);
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: values.chromium, args: quiet });
await requireEmoji(browser);
const repository = { owner: "acme", name: "tally", files: sampleFiles() };
const world = await createWorld({ mode: "action", repository, allowMissingSandbox: true });
try {
  const look = (moment: Moment) => takeAll(browser, world, moment);
  await tellStory(world, createNarrator(console.log), { last: "merge", look });
} finally {
  await world.close();
  await browser.close();
}

/** Without a font for them a picture has boxes where people see signs. */
async function requireEmoji(from: Browser): Promise<void> {
  const page = await from.newPage();
  const isDrawn = await page.evaluate<boolean>(hasEmoji);
  await page.close();
  if (!isDrawn)
    throw new Error(
      "This machine has no font for emoji, so pictures would show boxes in their place. sudo apt-get install --yes fonts-noto-color-emoji",
    );
}

async function takeAll(from: Browser, at: World, moment: Moment): Promise<void> {
  for (const picture of pictures.filter((one) => one.moment === moment.type))
    await take(from, at, { picture, moment });
}

async function take(
  from: Browser,
  { forge, repo }: World,
  { picture, moment }: { picture: Picture; moment: Moment },
): Promise<void> {
  const { width = 960, height = 720, part, name } = picture;
  const page = await from.newPage({
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme: "light",
  });
  await page.goto(forge.urls.server + picture.path({ repo, ...moment }));
  const path = `${folder}/${name}.png`;
  if (part) await page.locator(part).first().screenshot({ path });
  else await page.screenshot({ path });
  await page.close();
  console.log(`took docs/pictures/${name}.png`);
}
