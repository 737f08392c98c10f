/** How drawn graphs look, here and on the pages of the forge. */
export const graphStyle = `
:root {
  --soft-good: light-dark(#e6f6ec, #14301f);
  --soft-bad: light-dark(#fdeced, #3a1d20);
  --soft-wait: light-dark(#fff6dc, #33280d);
  --soft-run: light-dark(#e9f0fd, #1a2740);
  --soft-none: light-dark(#f0f2f5, #232933);
}
.drawing { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; padding: 14px; background: var(--raised); margin: 0 0 20px; }
svg.graph { display: block; margin: 0 auto; }
svg.graph text { font: 12.5px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg.graph .first { font-weight: 600; }
svg.graph rect { fill: var(--ground); stroke: var(--line); stroke-width: 1.5; }
svg.graph a:hover rect, svg.graph a:focus-visible rect { stroke: var(--link); stroke-width: 2.5; }
svg.graph a:focus-visible { outline: none; }
svg.graph .edge { fill: none; stroke: var(--quiet); stroke-width: 1.4; opacity: .75; }
svg.graph .tip { fill: var(--quiet); opacity: .9; }
svg.graph .completed rect { fill: var(--soft-good); stroke: var(--good); } svg.graph .completed .sign { fill: var(--good); }
svg.graph .in_progress rect { fill: var(--soft-run); stroke: var(--link); } svg.graph .in_progress .sign { fill: var(--link); }
svg.graph .review rect { fill: var(--soft-wait); stroke: var(--wait); } svg.graph .review .sign { fill: var(--wait); }
svg.graph .needs_input rect { fill: var(--soft-wait); stroke: var(--wait); stroke-width: 2.5; } svg.graph .needs_input .sign { fill: var(--wait); font-weight: 700; }
svg.graph .failed rect { fill: var(--soft-bad); stroke: var(--bad); } svg.graph .failed .sign { fill: var(--bad); }
svg.graph .pending rect, svg.graph .not_started rect { stroke-dasharray: 5 4; }
svg.graph .skipped rect, svg.graph .rolled_back rect, svg.graph .stopped rect { fill: var(--soft-none); }
`;
