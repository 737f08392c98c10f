import type { Track } from "../../core/model/track.ts";
import type { Ports } from "../ports.ts";
import { project } from "../project.ts";
import type { Loop } from "./loop.ts";

/** Writes what people read of a track, where it should say something else than before this loop. */
export async function show(ports: Ports, loop: Loop, after: Track): Promise<void> {
  const { before, texts, made, cause, tried } = loop;
  await project(ports, { before, after, texts, made, trigger: cause, tried });
}
