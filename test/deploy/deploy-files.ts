import { globSync, readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";

/** A Kubernetes object, as far as all of them are alike. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Record<string, unknown>;
}

export const containerfile = readFileSync("deploy/Containerfile", "utf8");

/** An instruction of the Containerfile, with the stage that it stands in. */
export interface Instruction {
  stage: number;
  name: string;
  words: string;
}

export function instructions(): Instruction[] {
  let stage = -1;
  return containerfile
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", words = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      if (name === "FROM") stage += 1;
      return { stage, name, words };
    });
}

export interface Compose {
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      secrets?: string[];
      healthcheck: { test: string[] };
    }
  >;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

export const compose = parse(readFileSync("deploy/compose.yaml", "utf8")) as Compose;

export const manifests: Manifest[] = globSync("deploy/kubernetes/*.yaml")
  .filter((path) => !path.endsWith("kustomization.yaml"))
  .sort()
  .flatMap((path) =>
    parseAllDocuments(readFileSync(path, "utf8")).map((document) => document.toJS() as Manifest),
  );

export const kustomization = parse(readFileSync("deploy/kubernetes/kustomization.yaml", "utf8")) as {
  resources: string[];
  images: { name: string; newTag: string }[];
};
