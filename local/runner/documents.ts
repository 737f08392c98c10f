/** Shapes of workflow and action files after GitHub's parser has accepted them; values may hold `${{ }}`. */
export interface WorkflowDocument {
  name?: string;
  "run-name"?: string;
  on: unknown;
  permissions?: PermissionsDocument;
  env?: Mapping;
  defaults?: DefaultsDocument;
  concurrency?: ConcurrencyDocument;
  jobs: Record<string, JobDocument>;
}

export interface JobDocument {
  name?: unknown;
  needs?: string | string[];
  if?: unknown;
  strategy?: unknown;
  "runs-on"?: unknown;
  "timeout-minutes"?: unknown;
  "cancel-timeout-minutes"?: unknown;
  "continue-on-error"?: unknown;
  container?: unknown;
  services?: unknown;
  environment?: unknown;
  snapshot?: unknown;
  env?: Mapping;
  permissions?: PermissionsDocument;
  concurrency?: ConcurrencyDocument;
  outputs?: Mapping;
  defaults?: DefaultsDocument;
  steps?: StepDocument[];
  uses?: string;
  with?: Mapping;
  secrets?: Mapping | "inherit";
}

export interface StepDocument {
  id?: string;
  name?: unknown;
  if?: unknown;
  run?: unknown;
  uses?: string;
  with?: Mapping;
  env?: Mapping;
  shell?: string;
  "working-directory"?: unknown;
  "timeout-minutes"?: unknown;
  "continue-on-error"?: unknown;
}

export interface ActionDocument {
  name: string;
  inputs?: Record<string, { default?: unknown; deprecationMessage?: string } | null>;
  outputs?: Record<string, { value?: unknown } | null>;
  runs: {
    using: string;
    main?: string;
    pre?: string;
    "pre-if"?: string;
    post?: string;
    "post-if"?: string;
    steps?: StepDocument[];
  };
}

export interface InputDocument {
  type?: string;
  required?: boolean;
  default?: unknown;
  options?: string[];
}

export interface CallDocument {
  inputs?: Record<string, InputDocument | null>;
  secrets?: Record<string, { required?: boolean } | null>;
  outputs?: Record<string, { value: unknown }>;
}

type Mapping = Record<string, unknown>;
export type PermissionsDocument = "read-all" | "write-all" | Record<string, "read" | "write" | "none"> | null;
type DefaultsDocument = { run?: { shell?: unknown; "working-directory"?: unknown } };
export type ConcurrencyDocument =
  | string
  | { group: unknown; "cancel-in-progress"?: unknown; queue?: "single" | "max" };
