import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** An alert rule as Prometheus reads it. */
export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface Panel {
  type: string;
  title: string;
  description?: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string; legendFormat: string }[];
}

export const alertsPath = "docs/operate/alerts.yml";

export const alerts: Alert[] = parse(readFileSync(alertsPath, "utf8")).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);

const dashboard: { panels: Panel[] } = JSON.parse(readFileSync("docs/operate/dashboard.json", "utf8"));

export const panels = dashboard.panels.filter(({ type }) => type !== "row");

/** Everything that is asked of Prometheus, by where it stands. */
export const queries: { where: string; expr: string }[] = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
];
