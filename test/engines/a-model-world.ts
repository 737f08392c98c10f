import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { secretOf } from "../../core/select/providers.ts";
import { aWorld } from "../e2e/a-world.ts";
import { createModelApi, type ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";

/** A model in a play: what it answers to a request. */
export type Actor = (request: ModelRequest) => Reply | Promise<Reply>;

export interface ModelWorldOptions {
  actor: Actor;
  /** `.github/gsd.yml`; the addresses of the model API are added to it. */
  config: string;
  files?: Record<string, string>;
  /** The providers' key; none leaves the secrets unset. */
  key?: string;
  /** A file for what the forge is asked and answers. */
  record?: string;
}

/** A world whose engines are the real CLIs, in the sandbox, and whose models are played by an actor. */
export async function aModelWorld({ actor, config, files = {}, key, record }: ModelWorldOptions) {
  const stage = { actor };
  const api = await createModelApi({
    script: async (request) => counted(request, await stage.actor(request)),
    // Claude Code asks for titles; codex carries its tools elsewhere.
    isSide: (request) => request.wire === "messages" && request.tools.length === 0,
  });
  const clock = { ahead: 0 };
  const configure = (text: string) => `version: 1\n${text}\n${addresses(api.url)}`;
  const world = await aWorld({
    repository: {
      owner: "acme",
      name: "tally",
      files: { "README.md": "# Tally\n", ".github/gsd.yml": configure(config), ...files },
    },
    allowMissingSandbox: false,
    parallel: 4,
    node: fileURLToPath(new URL("./fixtures/node-without-bubblewrap.sh", import.meta.url)),
    env: { GSD_ENGINE_CACHE: inject("engineCache") },
    now: () => new Date(Date.now() + clock.ahead),
    ...(record ? { record } : {}),
  });
  const setKey = (value: string) => {
    for (const secret of new Set(Object.values(secretOf))) world.forge.setSecret(world.repo, secret, value);
  };
  if (key) setKey(key);
  return {
    ...world,
    ...{ api, stage, setKey, configure },
    /** Time passes, for the forge and for jobs that start later; then the hour strikes. */
    async tickAfter(milliseconds: number) {
      clock.ahead += milliseconds;
      world.env["GSD_CLOCK_OFFSET_MS"] = String(clock.ahead);
      await world.tick();
      await world.idle();
    },
    [Symbol.asyncDispose]: async () => {
      await world.close();
      await api.close();
    },
  };
}

export type ModelWorld = Awaited<ReturnType<typeof aModelWorld>>;

/** With a count that fits what the model was sent and says: one that is too small is not believed. */
function counted({ body }: ModelRequest, reply: Reply): Reply {
  if (reply.type !== "text" && reply.type !== "tools" && reply.type !== "json") return reply;
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  return { ...reply, usage: { input: tokens(body), output: tokens(reply), ...reply.usage } };
}

function addresses(url: string): string {
  return `base_urls: { anthropic: "${url}", openai: "${url}/v1", gemini: "${url}" }\n`;
}
