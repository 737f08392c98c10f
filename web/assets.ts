import { script } from "./generated/draw-dropped.ts";
import { icon } from "./icon.ts";
import { liveScript } from "./live/script.ts";
import type { WebReply } from "./page.ts";
import { style } from "./style.ts";

/** A file that pages load; its address changes with what it says, so that browsers may keep it. */
interface Asset {
  address: string;
  type: string;
  text: string;
}

export const assets = {
  style: createAsset("style.css", "text/css; charset=utf-8", style),
  trace: createAsset("trace.js", "text/javascript; charset=utf-8", script),
  icon: createAsset("icon.svg", "image/svg+xml", icon),
  live: createAsset("live.js", "text/javascript; charset=utf-8", liveScript),
} as const;

/** The file at an address; whoever asks for an older version of it gets this one. */
export function findAsset(path: string, version: string | null): WebReply | undefined {
  const asset = Object.values(assets).find((one) => one.address.split("?", 1)[0] === path);
  if (!asset) return undefined;
  const isThis = asset.address.endsWith(`?v=${version}`);
  const kept = isThis ? "public, max-age=31536000, immutable" : "no-cache";
  return { status: 200, headers: { "content-type": asset.type, "cache-control": kept }, body: asset.text };
}

function createAsset(name: string, type: string, text: string): Asset {
  return { address: `/-/web/${name}?v=${digest(text)}`, type, text };
}

/** Short and not secret: it tells one version of a file from the next (FNV-1a). */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
