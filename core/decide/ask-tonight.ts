import { tickSource } from "../codec/boxes.ts";
import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import { type BoardAsk, mostAsks } from "../model/repository.ts";
import type { Sender } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { hourBefore } from "./limit-commands.ts";
import { refuseCommand } from "./on-commented.ts";

interface Asking {
  source: string;
  at: string;
  sender: Sender;
  /** What was asked before. */
  asks: readonly BoardAsk[];
}

/** The box that starts the nightly run at once: it takes what `/plan` takes. Undefined where this was answered before. */
export function askTonight(facts: Facts, asking: Asking): BoardAsk | undefined {
  const { source, at, sender, asks } = asking;
  if (asks.some((one) => tickSource.isSame(one.source, source))) return undefined;
  const notice = refusalOf(facts, asking);
  const by = sender.login;
  const isRepeat = asks.some(
    (one) => one.by === by && one.notice?.type === notice?.type && one.at.slice(0, 10) === at.slice(0, 10),
  );
  // Whoever asks in vain is told once a day.
  if (notice && isRepeat) return undefined;
  return withoutUndefined({ source, at, by, ok: notice === undefined, notice });
}

function refusalOf(facts: Facts, { sender, at, asks }: Asking): Notice | undefined {
  const refusal = refuseCommand(facts, { sender }, { type: "plan" });
  if (refusal) return refusal;
  if (!facts.config?.ok || !facts.config.config.nightly) return { type: "no-nightly" };
  const most = facts.config.config.limits.commands;
  const recent = asks.filter((one) => one.by === sender.login && one.at > hourBefore(at));
  return recent.length >= most ? { type: "command-limit", login: sender.login, most } : undefined;
}

/** With one more; the oldest go. */
export function withAsk(asks: readonly BoardAsk[] | undefined, ask: BoardAsk): BoardAsk[] {
  return [...(asks ?? []), ask].slice(-mostAsks);
}
