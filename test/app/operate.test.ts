import { describe, expect, it } from "vitest";
import { createMetrics } from "../../app/metrics/create-metrics.ts";
import { knownMetrics, type MetricName } from "../../app/metrics/known-metrics.ts";
import { outcomes } from "../../core/model/job.ts";
import { alerts, alertsPath, panels, queries } from "./operate-files.ts";
import { noPrometheus, promtool } from "./promtool.ts";

/** What a query asks for: a series by its name and the labels that it is chosen or grouped by. */
function seriesIn(expr: string): { name: string; labels: string[] }[] {
  const chosen = [...expr.matchAll(/\b((?:gsd|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  const groups = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
  return chosen.map(([, name = "", matchers = ""]) => {
    const own = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
    return { name, labels: [...own, ...groups] };
  });
}

/** The labels of a series as the App serves it, with those that Prometheus adds; undefined for none of ours. */
function labelsOf(name: string): string[] | undefined {
  const base = name.replace(/_(bucket|sum|count)$/, "");
  const known = knownMetrics[name as MetricName] ?? knownMetrics[base as MetricName];
  if (!known) return undefined;
  const isPart = !Object.hasOwn(knownMetrics, name);
  if (isPart !== (known.type === "histogram")) return undefined;
  const bucket = name.endsWith("_bucket") ? ["le"] : [];
  return [...known.labels, ...bucket, "job", "instance"];
}

describe.each(queries)("$where asks for", ({ expr }) => {
  it("what there is, by labels that it has", async () => {
    const { text } = await createMetrics().read();
    const series = seriesIn(expr);
    for (const { name, labels } of series) {
      if (!name.startsWith("gsd_")) {
        expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
        continue;
      }
      expect({ name, labels: labelsOf(name) }).toEqual({ name, labels: expect.arrayContaining(labels) });
    }
    expect(series.length > 0 || /\bup\{job="gsd"\}/.test(expr)).toBe(true);
  });
});

describe("the dashboard", () => {
  it("shows every number that the App counts", () => {
    const shown = new Set(queries.flatMap(({ expr }) => seriesIn(expr).map(({ name }) => name)));
    const hidden = Object.keys(knownMetrics).filter(
      (name) => ![...shown].some((one) => one.replace(/_(bucket|sum|count)$/, "") === name),
    );
    // It is there to be joined with others.
    expect(hidden).toEqual(["gsd_info"]);
  });

  it("says what each picture is, and none lies over another", () => {
    for (const { title, description, targets } of panels)
      expect({ title, description, targets }).toMatchObject({
        description: expect.stringMatching(/\.$/),
        targets: expect.arrayContaining([expect.objectContaining({ expr: expect.any(String) })]),
      });
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });
});

describe("the alert rules", () => {
  it("say each what happened and what to do", () => {
    for (const { alert, annotations, labels } of alerts) {
      expect(alert).toMatch(/^Gsd[A-Z]\w+$/);
      expect(["critical", "warning", "info"]).toContain(labels["severity"]);
      expect(annotations["summary"]).toMatch(/\.$/);
      expect(annotations["description"]).toMatch(/\.$/);
    }
  });

  it("name outcomes that there are", () => {
    const named = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/outcome(?:=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, list = ""]) => list.split("|")),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(outcomes as readonly string[]).includes(name))).toEqual([]);
  });

  it.skipIf(noPrometheus)("are what Prometheus takes, and go off when they should and not before", () => {
    expect(promtool(["check", "rules", alertsPath])).toContain(`${alerts.length} rules found`);
    expect(promtool(["test", "rules", "test/app/alerts.promtool.yml"])).toContain("SUCCESS");
  });
});

it.skipIf(noPrometheus)("what the App serves is what Prometheus' checker takes", async () => {
  const { text } = await createMetrics().read();
  // What the library itself says of the process is not ours to name.
  const own = text.split("\n").filter((line) => /^(# (HELP|TYPE) )?gsd_/.test(line));
  expect(own.length).toBeGreaterThan(2 * Object.keys(knownMetrics).length - 1);
  expect(promtool(["check", "metrics"], `${own.join("\n")}\n`)).toBe("");
});
