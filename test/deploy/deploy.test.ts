import { existsSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { compose, instructions, kustomization, type Manifest, manifests } from "./deploy-files.ts";
import { composeSchema, kustomizationSchema, manifestSchema } from "./schemas.ts";

const ajv = new Ajv({ allErrors: true });

function problemsOf(schema: object | undefined, value: unknown): unknown[] {
  if (!schema) return ["a kind that no schema is for"];
  return ajv.validate(schema, value) ? [] : (ajv.errors ?? []);
}

/** A value somewhere in a manifest. */
function at(manifest: Manifest | undefined, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], manifest);
}

const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

interface Container {
  image: string;
  args?: string[];
  ports: { name: string; containerPort: number }[];
  env: { name: string; value?: string }[];
  livenessProbe: { httpGet?: { path: string; port: string } };
  readinessProbe: { httpGet?: { path: string; port: string } };
}

function containerOf(kind: string, name: string): Container {
  return (at(find(kind, name), "spec.template.spec.containers") as Container[])[0] as Container;
}

describe("the files of deploy/", () => {
  it.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    "hold a %s as Kubernetes takes it",
    (_, manifest) => {
      expect(problemsOf(manifestSchema(manifest.kind), manifest)).toEqual([]);
    },
  );

  it("hold a compose file and a kustomization as their programs take them", () => {
    expect(problemsOf(composeSchema, compose)).toEqual([]);
    expect(problemsOf(kustomizationSchema, kustomization)).toEqual([]);
    for (const name of kustomization.resources) expect(existsSync(`deploy/kubernetes/${name}`)).toBe(true);
  });

  it("are refused when a word is mistyped", () => {
    const deployment = structuredClone(find("Deployment", "gsd"));
    Object.assign(containerOf("Deployment", "gsd"), {});
    const [container] = at(deployment, "spec.template.spec.containers") as Record<string, unknown>[];
    Object.assign(container ?? {}, { livenesProbe: {} });
    expect(problemsOf(manifestSchema("Deployment"), deployment)).toHaveLength(1);
    expect(problemsOf(composeSchema, { ...compose, service: {} })).toHaveLength(1);
  });
});

describe("what points at something else in deploy/", () => {
  it("finds it: selectors, ports, volumes and backends", () => {
    const workloads = manifests.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet");
    const labelled = (labels: unknown) =>
      workloads.filter(({ spec }) => {
        const own = at({ spec } as Manifest, "spec.template.metadata.labels") as Record<string, string>;
        return Object.entries(labels as object).every(([name, value]) => own[name] === value);
      });
    for (const one of workloads) expect(labelled(at(one, "spec.selector.matchLabels"))).toEqual([one]);
    for (const service of manifests.filter(({ kind }) => kind === "Service")) {
      const [target] = labelled(at(service, "spec.selector"));
      const named = containerOf(target?.kind ?? "", target?.metadata.name ?? "").ports.map(
        ({ name }) => name,
      );
      const ports = at(service, "spec.ports") as { targetPort: string }[];
      expect(named).toEqual(expect.arrayContaining(ports.map(({ targetPort }) => targetPort)));
    }
    for (const policy of manifests.filter(({ kind }) => kind === "NetworkPolicy"))
      expect(labelled(at(policy, "spec.podSelector.matchLabels"))).toHaveLength(1);
    const paths = at(find("Ingress", "gsd"), "spec.rules.0.http.paths.0") as { path: string };
    expect(paths.path).toBe("/api/github/webhooks");
  });

  it("asks the App only what it answers, and tells it only what it reads", () => {
    const { env, livenessProbe, readinessProbe } = containerOf("Deployment", "gsd");
    expect([livenessProbe.httpGet?.path, readinessProbe.httpGet?.path]).toEqual(["/health", "/ready"]);
    const source = ["app/environment.ts", "app/read-numbers.ts"]
      .map((path) => readFileSync(path, "utf8"))
      .join();
    const example = readFileSync("deploy/gsd.env.example", "utf8");
    const names = [
      ...env.map(({ name }) => name),
      ...Object.keys(compose.services["app"]?.environment ?? {}),
      ...[...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = ""]) => name),
    ];
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });

  it("keeps on Redis what was answered, and drops nothing to make room", () => {
    const words = [compose.services["redis"] as unknown as { command: string[] }].map(
      ({ command }) => command,
    );
    for (const args of [...words, containerOf("StatefulSet", "gsd-redis").args ?? []])
      expect(args.join(" ")).toContain("--appendonly yes --appendfsync always --maxmemory-policy noeviction");
  });
});

describe("the Containerfile", () => {
  const all = instructions();
  const last = all.filter(({ stage }) => stage === Math.max(...all.map((one) => one.stage)));

  it("takes the Node that everything is tested with, and runs as nobody special", () => {
    const bases = all.filter(({ name }) => name === "FROM").map(({ words }) => words.split(" ")[0]);
    expect(new Set(bases)).toEqual(new Set([`node:${packageJson.devDependencies.node}-slim`]));
    expect(last.filter(({ name }) => name === "USER").map(({ words }) => words)).toEqual(["node"]);
    expect(last.at(-1)).toMatchObject({ name: "ENTRYPOINT", words: '["node", "dist/app/main.mjs"]' });
  });

  it("is of the version that this is", () => {
    const tags = [compose.services["app"]?.image.split(":")[1], kustomization.images[0]?.newTag];
    expect(tags).toEqual([packageJson.version, packageJson.version]);
  });
});
