import type { Environment } from "./environment.ts";

/** What people's own workflows can ask for; action.yml lists the same, and each is loaded when it is asked for. */
export const peoplesCommands: Record<string, (environment: Environment) => Promise<void>> = {
  validate: async (environment) => (await import("./validate.ts")).validate(environment),
  doctor: async (environment) => (await import("./doctor.ts")).doctor(environment),
  status: async (environment) => (await import("./status.ts")).status(environment),
  tick: async (environment) => (await import("./tick.ts")).tickByHand(environment),
};
