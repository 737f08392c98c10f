import { formatUsd } from "../../../core/select/budget.ts";
import type { MoneyView } from "../../../core/view/view-money.ts";
import { type Html, html } from "../../html.ts";

/** What was spent today, this week and this month, and what is left of today. */
export function renderMoney({ todayUsd, heldUsd, limitUsd, weekUsd, monthUsd }: MoneyView): Html {
  const bar =
    limitUsd !== undefined &&
    limitUsd > 0 &&
    html`<progress class="money" max="${limitUsd}" value="${Math.min(todayUsd + heldUsd, limitUsd)}" aria-label="Budget of the day used">${formatUsd(todayUsd)}</progress>`;
  return html`<div><dt>Today (UTC)</dt><dd><strong>${formatUsd(todayUsd)}</strong>${limitUsd !== undefined && ` of ${formatUsd(limitUsd)}`}</dd><dd class="quiet">${bar}${heldUsd > 0 && `${formatUsd(heldUsd)} more is set aside for jobs under way`}</dd></div>
<div><dt>This week</dt><dd><strong>${formatUsd(weekUsd)}</strong></dd></div>
<div><dt>This month</dt><dd><strong>${formatUsd(monthUsd)}</strong></dd></div>`;
}
