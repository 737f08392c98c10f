import { GsdError } from "../../core/gsd-error.ts";
import type { Usage } from "../../core/model/job.ts";
import { decideReport } from "../../core/run/decide-report.ts";
import type { Stop } from "../../core/run/watch.ts";
import { secretOf } from "../../core/select/providers.ts";
import { parseObject } from "../../core/text/parse-object.ts";
import { tailOf } from "../../core/text/tail-of.ts";
import type { Totals } from "../gateway/gateway.ts";
import { ownNode } from "../own-node.ts";
import type { RunResult } from "../sandbox/sandbox.ts";
import type { Cli } from "./cli.ts";
import type { Engine, EngineGateway, EngineReport, EngineRequest } from "./engine.ts";
import type { InstalledEngine } from "./install-engine.ts";
import { parseEvents } from "./json.ts";
import { placeEngine } from "./place-engine.ts";
import { watchRun } from "./watch-run.ts";

const maxOutputBytes = 64_000_000;
const maxTranscript = 100_000;

type Ready = EngineRequest & { model: string; gateway: EngineGateway };

/** Any agent CLI as an engine: started inside the sandbox, asked once, read, and judged. */
export function createCliEngine(cli: Cli, installed: InstalledEngine): Engine {
  const name = installed.engine;
  return {
    name,
    async run(request) {
      const ready = checked(name, request);
      const before = ready.gateway.usage();
      const waitedBefore = ready.gateway.waitedMs();
      const watch = watchRun(ready);
      const transcript: string[] = [];
      const result = await start(cli, installed, ready, {
        signal: watch.signal,
        onLine: (line) => {
          const event = parseObject(line);
          const words = event ? cli.describe(event) : undefined;
          if (words) transcript.push(words);
          if (words) ready.onProgress?.(words);
        },
      }).finally(watch.end);
      const spent = difference(ready.gateway.usage(), before);
      const waited = (ready.gateway.waitedMs() - waitedBefore) / 1000;
      return report(cli, ready, { name, result, spent, waited, transcript, stopped: watch.stopped() });
    },
  };
}

function checked(name: string, request: EngineRequest): Ready {
  const { model, gateway } = request;
  if (model && gateway) return { ...request, model, gateway };
  throw new GsdError("engine", `${name} needs a model and a gateway.`);
}

async function start(
  cli: Cli,
  installed: InstalledEngine,
  request: Ready,
  { signal, onLine }: { signal: AbortSignal; onLine: (line: string) => void },
): Promise<RunResult> {
  await using place = await placeEngine(installed, request);
  const { at, program, command } = place;
  const { argv, env, files } = cli.start({
    edits: request.answer === "change",
    model: request.model,
    schema: request.answerSchema,
    provider: request.gateway.provider,
    maxTurns: request.maxTurns,
    rules: request.rules,
    at,
  });
  const line = createLineReader(onLine);
  return await request.sandbox.run({
    ...command,
    env,
    files,
    cwd: request.cwd,
    stdin: request.prompt,
    argv: [...(program.endsWith(".js") ? [ownNode] : []), program, ...argv],
    timeoutMs: request.limits.minutes * 60_000,
    maxOutputBytes,
    signal,
    onOutput: (stream, text) => {
      if (stream === "stdout") line(text);
    },
  });
}

interface Facts {
  name: string;
  result: RunResult;
  spent: Totals;
  waited: number;
  transcript: string[];
  stopped: Stop | undefined;
}

function report(cli: Cli, request: Ready, facts: Facts): EngineReport {
  const { name, result, spent, waited, transcript, stopped } = facts;
  const said = cli.read(parseEvents(result.stdout));
  // A request that brought no word was no turn.
  const turns = spent.output > 0 ? spent.requests : 0;
  const decision = decideReport({
    engine: name,
    said,
    result,
    turns,
    stopped,
    gateway: request.gateway.outcome(),
    heard: transcript.join("\n"),
    secret: secretOf[request.gateway.provider],
    limits: { ...request.limits, maxTurns: request.maxTurns },
  });
  return {
    ...decision,
    ...(said.text ? { text: tailOf(said.text, 20_000) } : {}),
    usage: usageOf(spent) ?? said.usage ?? { input: 0, output: 0 },
    usd: spent.usd,
    model: request.model,
    turns,
    ...(said.session ? { session: said.session.slice(0, 200) } : {}),
    seconds: result.seconds,
    waited,
    transcript: tailOf([...transcript, result.stderr.trim()].filter(Boolean).join("\n"), maxTranscript),
  };
}

function usageOf({ input, output, cached, thinking }: Totals): Usage | undefined {
  return input + output > 0 ? { input, output, cached, thinking } : undefined;
}

/** What this run alone spent, of a gateway that may have served others. */
function difference(after: Totals, before: Totals): Totals {
  return {
    ...after,
    requests: after.requests - before.requests,
    input: after.input - before.input,
    output: after.output - before.output,
    cached: after.cached - before.cached,
    thinking: after.thinking - before.thinking,
    usd: after.usd - before.usd,
  };
}

/** Whole lines out of pieces. */
function createLineReader(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}
