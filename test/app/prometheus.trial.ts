import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { anApp } from "./an-app.ts";
import { alerts, alertsPath, queries } from "./operate-files.ts";
import { noPrometheus } from "./promtool.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Debian's Prometheus, which scrapes one address each second and holds it to our rules. */
async function aPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-prometheus-"));
  const file = join(folder, "prometheus.yml");
  const settings = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    scrape_configs: [{ job_name: "gsd", static_configs: [{ targets: [target] }] }],
    rule_files: [resolve(alertsPath)],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(settings));
  const port = await freePort();
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, "data")}`];
  const child = spawn("prometheus", [...words, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  async function ask<T>(path: string, words: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(words)}`);
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string };
    if (status !== "success") throw new Error(`${path} ${JSON.stringify(words)}: ${error}`);
    return data;
  }
  return {
    ask,
    /** The values of a query, by their labels. */
    async query(expr: string): Promise<number[]> {
      const { result } = await ask<{ result: { value: [number, string] }[] }>("query", { query: expr });
      return result.map(({ value }) => Number(value[1]));
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for what Prometheus will see, for as long as a slow machine takes. */
async function until(is: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 240; round += 1) {
    if (await is().catch(() => false)) return;
    await sleep(250);
  }
  throw new Error("it did not come about within a minute");
}

interface Rules {
  groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[];
}

it.skipIf(noPrometheus)(
  "Prometheus scrapes a running App, takes every rule and every query of the dashboard, and sees the App go",
  async () => {
    await using world = await anApp({ env: { METRICS_PORT: "0" } });
    const { metrics } = world.app as unknown as { metrics: string };
    await using prometheus = await aPrometheus(new URL(metrics).host);
    await until(async () => (await prometheus.query('up{job="gsd"}'))[0] === 1);
    const ada = world.as("ada");
    await ada("POST", "/labels", { name: "gsd:plan", color: "ededed" });
    await ada("POST", "/issues", { title: "CSV export", labels: ["gsd:plan"] });
    await world.idle();
    await until(async () => ((await prometheus.query('gsd_webhooks_total{event="issues"}'))[0] ?? 0) > 0);
    expect(await prometheus.query("gsd_info")).toEqual([1]);
    for (const { expr } of queries) await prometheus.query(expr);
    const states = async () =>
      (await prometheus.ask<Rules>("rules")).groups.flatMap(({ rules }) =>
        rules.map(({ name, health, state, lastError }) => ({ name, health, state, lastError })),
      );
    await until(async () => (await states()).every(({ health }) => health !== "unknown"));
    const well = { health: "ok", state: "inactive", lastError: undefined };
    expect(await states()).toEqual(alerts.map(({ alert }) => ({ name: alert, ...well })));
    world.app.process.kill("SIGKILL");
    // It goes off once that has lasted for five minutes.
    await until(async () =>
      (await states()).some(({ name, state }) => name === "GsdDown" && state === "pending"),
    );
    expect((await states()).filter(({ state }) => state !== "inactive")).toHaveLength(1);
  },
  180_000,
);
