import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createGateway } from "../../../crew/gateway/create-gateway.ts";
import { createJobAccount } from "../../../crew/gateway/create-job-account.ts";
import type { GatewayOptions } from "../../../crew/gateway/gateway.ts";
import { aGateway, canary, now, openai, until } from "./a-gateway.ts";

const program = "openssl";
const openssl = spawnSync(program, ["version"]).status === 0;

describe.skipIf(!openssl)("an address that only pretends to be the provider's", () => {
  it("gets no key: its certificate is checked, whatever the environment says", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gsd-tls-"));
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    spawnSync(program, [...made, "-keyout", keyFile, "-out", certFile, ...names]);
    const seen: string[] = [];
    const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (request) => {
      seen.push(request.url!);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    {
      await using world = await aGateway(openai, { type: "text", text: "" }, { baseUrl });
      expect((await world.ask()).status).toBe(502);
      await until(() => world.entries.length === 1);
      expect(world.gateway.outcome()).toMatchObject({
        type: "unreachable",
        code: "DEPTH_ZERO_SELF_SIGNED_CERT",
      });
    }
    vi.unstubAllEnvs();
    expect(seen).toEqual([]);
    server.close();
    rmSync(folder, { recursive: true });
  });
});

describe("a gateway that cannot be made", () => {
  const options: GatewayOptions = {
    ...{ provider: "openai", baseUrl: "https://api.openai.com/v1", key: canary, models: ["m"] },
    ...{ port: 0, prices: {}, now: () => now },
  };
  it.each([
    [{ baseUrl: "http://api.openai.com/v1" }, /unencrypted: use https/],
    [{ baseUrl: "ftp://x" }, /neither http nor https/],
    [{ baseUrl: "api.openai.com" }, /is not a URL/],
    [{ baseUrl: "https://user:pass@api.openai.com" }, /user or password/],
    [{ key: "" }, /key is empty/],
    [{ key: "sk-1234\n" }, /line breaks/],
    [{ account: createJobAccount({ usd: 1 }) }, /no price for m/],
    [{ port: undefined }, /a socket or a port/],
    [{ port: undefined, socket: `/tmp/${"x".repeat(120)}` }, /107 bytes/],
  ])("says what is wrong with %o", async (more, words) => {
    const error = await createGateway({ ...options, ...more }).catch((reason) => reason);
    expect(error).toMatchObject({ code: "gateway", message: expect.stringMatching(words) });
    expect(error.message).not.toContain(canary);
  });
});
