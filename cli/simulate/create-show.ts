import type { Clone } from "../open-clone.ts";
import { wrap } from "../plain-markdown.ts";
import { styleText } from "../style-text.ts";
import type { Terminal } from "../terminal.ts";
import type { Stage } from "./prepare-stage.ts";
import type { Simulation } from "./report.ts";
import { showReport } from "./show-report.ts";
import { type Showing, type SimulationStep, showStep } from "./show-step.ts";
import type { SimulateOptions } from "./simulate.ts";

/** What a person sees of a rehearsal, while it goes on. */
export interface Show {
  begin(clone: Clone): void;
  stage(stage: Stage): void;
  step(step: SimulationStep): void;
  end(simulation: Simulation): void;
}

/** For people each step as it happens; for programs all of it at the end. */
export function createShow({ json, full = false }: SimulateOptions, terminal: Terminal): Show {
  const style: Showing["style"] = (format, text) => (terminal.hasColours ? styleText(format, text) : text);
  const showing = { columns: terminal.columns, full, style };
  const note = (text: string) => terminal.error(`${wrap(`gsd: ${text}`, terminal.columns).join("\n")}\n`);
  return {
    begin(clone) {
      const [first, ...more] = clone.dirty;
      if (first !== undefined)
        note(
          `Only what is committed counts. Not committed: ${first}${more.length > 0 ? ` and ${more.length} more` : ""}.`,
        );
      if (!json) note("The forge starts; a script stands in for every model.");
    },
    stage({ sandbox, commands }) {
      const names = Object.keys(commands).join(", ");
      if (!sandbox.isThere)
        note(
          `There is no sandbox here, so nothing of the repository is run${names ? ` (skipped: ${names})` : ""}. ${sandbox.why}`,
        );
    },
    step(step) {
      if (!json) terminal.out(showStep(step, showing));
    },
    end(simulation) {
      terminal.out(json ? `${JSON.stringify(simulation)}\n` : showReport(simulation, showing));
    },
  };
}
