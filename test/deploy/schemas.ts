/**
 * The parts of the Compose specification and of Kubernetes' API that our files use, closed: a name that is mistyped, or a value of
 * another type, does not pass. Written from https://github.com/compose-spec/compose-spec and https://kubernetes.io/docs/reference/kubernetes-api/.
 */
type Schema = Record<string, unknown>;

const text = { type: "string", minLength: 1 };
const integer = { type: "integer", minimum: 0 };
const flag = { type: "boolean" };
const texts = { type: "array", items: text, minItems: 1 };
const map = (values: Schema) => ({ type: "object", additionalProperties: values });
const list = (items: Schema) => ({ type: "array", items, minItems: 1 });
/** An object with these properties and no other; those whose name ends in `!` have to be there. */
function object(properties: Record<string, Schema>): Schema {
  const named = Object.entries(properties).map(([name, schema]) => [name.replace("!", ""), schema]);
  const required = Object.keys(properties).filter((name) => name.endsWith("!"));
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(named),
    required: required.map((name) => name.replace("!", "")),
  };
}

const duration = { type: "string", pattern: "^([0-9]+(ms|s|m|h))+$" };
const service = object({
  "image!": text,
  build: object({ "context!": text, "dockerfile!": text }),
  "restart!": { enum: ["no", "always", "on-failure", "unless-stopped"] },
  env_file: text,
  environment: map(text),
  secrets: texts,
  ports: list({ type: "string", pattern: "^127\\.0\\.0\\.1:\\d+:\\d+$" }),
  depends_on: map(object({ "condition!": { enum: ["service_started", "service_healthy"] } })),
  "healthcheck!": object({ "test!": texts, interval: duration, timeout: duration, start_period: duration }),
  stop_grace_period: duration,
  read_only: flag,
  tmpfs: texts,
  command: texts,
  volumes: texts,
  "cap_drop!": { const: ["ALL"] },
  cap_add: texts,
  "security_opt!": { const: ["no-new-privileges:true"] },
});
export const composeSchema = object({
  name: text,
  "services!": map(service),
  volumes: map({ type: "object", maxProperties: 0 }),
  secrets: map(object({ "file!": text })),
});

const labels = map(text);
const selector = object({ "matchLabels!": labels });
const meta = object({ "name!": text, labels, annotations: labels });
const port = { anyOf: [text, { type: "integer", minimum: 1, maximum: 65_535 }] };
const probe = object({
  httpGet: object({ "path!": { type: "string", pattern: "^/" }, "port!": port }),
  tcpSocket: object({ "port!": port }),
  exec: object({ "command!": texts }),
  periodSeconds: integer,
  timeoutSeconds: integer,
  failureThreshold: integer,
});
const quantity = map({ type: "string", pattern: "^[0-9]+(m|Ki|Mi|Gi)?$" });
const container = object({
  "name!": text,
  "image!": text,
  args: texts,
  ports: list(object({ "name!": { type: "string", pattern: "^[a-z-]{1,15}$" }, "containerPort!": port })),
  env: list(
    object({
      "name!": text,
      value: text,
      valueFrom: object({ "secretKeyRef!": object({ "name!": text, "key!": text }) }),
    }),
  ),
  "livenessProbe!": probe,
  "readinessProbe!": probe,
  startupProbe: probe,
  "resources!": object({ "requests!": quantity, "limits!": quantity }),
  "securityContext!": object({
    "allowPrivilegeEscalation!": { const: false },
    "readOnlyRootFilesystem!": { const: true },
    "capabilities!": object({ "drop!": { const: ["ALL"] } }),
  }),
  volumeMounts: list(object({ "name!": text, "mountPath!": text, readOnly: flag })),
});
const secretVolume = object({
  "secretName!": text,
  defaultMode: integer,
  items: list(object({ "key!": text, "path!": text })),
});
const pod = object({
  "metadata!": object({ "labels!": labels, annotations: labels }),
  "spec!": object({
    "automountServiceAccountToken!": { const: false },
    terminationGracePeriodSeconds: integer,
    "securityContext!": object({
      "runAsNonRoot!": { const: true },
      "runAsUser!": integer,
      "runAsGroup!": integer,
      fsGroup: integer,
      "seccompProfile!": object({ "type!": { const: "RuntimeDefault" } }),
    }),
    "containers!": list(container),
    volumes: list(
      object({ "name!": text, secret: secretVolume, emptyDir: { type: "object", maxProperties: 0 } }),
    ),
  }),
});
const workload = { "replicas!": integer, "selector!": selector, "template!": pod };
const rule = object({
  "ports!": list(object({ "port!": port })),
  from: list(object({ podSelector: selector, namespaceSelector: selector })),
});
const claim = object({
  "accessModes!": texts,
  "resources!": object({ "requests!": quantity }),
});
const backend = object({ "service!": object({ "name!": text, "port!": object({ "name!": text }) }) });

const specs: Record<string, [version: string, spec: Schema]> = {
  Deployment: [
    "apps/v1",
    object({
      ...workload,
      strategy: object({
        "type!": { enum: ["RollingUpdate", "Recreate"] },
        rollingUpdate: object({ maxUnavailable: integer, maxSurge: integer }),
      }),
    }),
  ],
  StatefulSet: [
    "apps/v1",
    object({
      ...workload,
      "serviceName!": text,
      volumeClaimTemplates: list(object({ "metadata!": meta, "spec!": claim })),
    }),
  ],
  Service: [
    "v1",
    object({
      "selector!": labels,
      clusterIP: { const: "None" },
      "ports!": list(object({ "name!": text, "port!": port, "targetPort!": port })),
    }),
  ],
  PodDisruptionBudget: ["policy/v1", object({ "minAvailable!": integer, "selector!": selector })],
  NetworkPolicy: [
    "networking.k8s.io/v1",
    object({ "podSelector!": selector, "policyTypes!": texts, "ingress!": list(rule) }),
  ],
  Ingress: [
    "networking.k8s.io/v1",
    object({
      tls: list(object({ "hosts!": texts, "secretName!": text })),
      "rules!": list(
        object({
          "host!": text,
          "http!": object({
            "paths!": list(
              object({ "path!": text, "pathType!": { enum: ["Exact", "Prefix"] }, "backend!": backend }),
            ),
          }),
        }),
      ),
    }),
  ],
};

/** The schema of an object of some kind; undefined for a kind that we do not use. */
export function manifestSchema(kind: string): Schema | undefined {
  const known = specs[kind];
  if (!known) return undefined;
  const [version, spec] = known;
  return object({
    "apiVersion!": { const: version },
    "kind!": { const: kind },
    "metadata!": meta,
    "spec!": spec,
  });
}

export const kustomizationSchema = object({
  "apiVersion!": { const: "kustomize.config.k8s.io/v1beta1" },
  "kind!": { const: "Kustomization" },
  namespace: text,
  "resources!": texts,
  images: list(object({ "name!": text, newName: text, "newTag!": text })),
});
