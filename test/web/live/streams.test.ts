import { describe, expect, it } from "vitest";
import { address } from "../../../web/address.ts";
import { aRepositorySource, aSource, shop } from "../a-source.ts";
import { aLiveSite } from "./a-live-site.ts";

const source = aSource(aRepositorySource([]));
const elsewhere = { owner: "octo", name: "other" };

/** Listens as a page does, and keeps what it hears. */
async function listen(url: string, { seen = "", session = "one" } = {}) {
  const response = await fetch(`${url}${address.live(shop)}&seen=${encodeURIComponent(seen)}`, {
    headers: { "x-session": session },
  });
  const heard = { text: "", isOver: false };
  const reading = (async () => {
    for await (const bytes of response.body ?? []) heard.text += new TextDecoder().decode(bytes);
    heard.isOver = true;
  })().catch(() => {});
  return { response, heard, reading };
}

const events = (text: string) => [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);

describe("a page that listens", () => {
  it("hears of its repository, a burst as one word, and nothing of others", async () => {
    await using site = await aLiveSite({ source, limits: { quietMs: 60 } });
    const { response, heard } = await listen(site.url, { seen: site.changes.seen() });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    site.changes.tell(elsewhere);
    for (let at = 0; at < 20; at += 1) site.changes.tell(shop);
    await expect.poll(() => events(heard.text)).toEqual(["change"]);
    site.changes.tell(shop);
    await expect.poll(() => events(heard.text)).toEqual(["change", "change"]);
  });

  it("hears at once of what it missed while it was away", async () => {
    await using site = await aLiveSite({ source });
    const { heard } = await listen(site.url, { seen: "what another process told" });
    await expect.poll(() => events(heard.text)).toEqual(["change"]);
  });

  it("looks again after a while in which it heard nothing", async () => {
    await using site = await aLiveSite({ source, limits: { beatMs: 20, lookMs: 30 } });
    const { heard } = await listen(site.url, { seen: site.changes.seen() });
    await expect.poll(() => events(heard.text).length).toBeGreaterThan(0);
  });

  it("is told that it is over when somebody loses access, and then hears no more", async () => {
    const leave = { is: true };
    await using site = await aLiveSite({ source, limits: { beatMs: 20 }, isAllowed: async () => leave.is });
    const { heard, reading } = await listen(site.url, { seen: site.changes.seen() });
    leave.is = false;
    await reading;
    expect(events(heard.text)).toEqual(["end"]);
    await expect.poll(() => site.streams.count()).toBe(0);
  });

  it("ends with its session, and leaves others alone", async () => {
    await using site = await aLiveSite({ source });
    const seen = site.changes.seen();
    const [one, other] = [await listen(site.url, { seen }), await listen(site.url, { seen, session: "two" })];
    site.streams.endOf("one");
    await one.reading;
    expect([events(one.heard.text), other.heard.isOver]).toEqual([["end"], false]);
    expect(site.streams.count()).toBe(1);
  });

  it("is asked to come back later where too many listen, of one session or of all", async () => {
    await using site = await aLiveSite({ source, limits: { each: 2, most: 3 } });
    const seen = site.changes.seen();
    const status = async (session: string) => (await listen(site.url, { seen, session })).response.status;
    expect([await status("one"), await status("one"), await status("one")]).toEqual([200, 200, 503]);
    expect([await status("two"), await status("three")]).toEqual([200, 503]);
  });
});
