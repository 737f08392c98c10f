import { baseStyle } from "../../../web/base-style.ts";

/** The one style sheet of the forge. It is a string so that a bundle carries it along. */
export const style = `${baseStyle}
.bar { display: flex; align-items: center; gap: 14px; flex-wrap: wrap; margin-bottom: 12px; }
.bar h1 { margin: 0; }
.bar > .button { margin-left: auto; }
.states a { color: var(--quiet); padding: 3px 10px; border-radius: 99px; }
.states a.active { background: var(--raised); color: var(--ink); font-weight: 600; }
.jump { display: flex; gap: 18px; flex-wrap: wrap; border-bottom: 1px solid var(--line); padding-bottom: 10px; margin: 12px 0 20px; }
.path { margin: 0 0 12px; }

.rows { list-style: none; margin: 0 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
.rows > li { padding: 11px 16px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rows > li:first-child { border-top: 0; }
.rows > li:hover { background: var(--raised); }
.rows > li > p { margin: .1rem 0 0; }
.rows .title { font-weight: 600; color: var(--ink); }
.rows .title:hover { color: var(--link); }
.rows.files > li { padding: 7px 16px; }
.rows.files .tree a { font-weight: 600; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr) 220px; gap: 28px; }
aside h2 { margin: 0 0 .5rem; font-size: .95rem; color: var(--quiet); }
aside form { margin: 0 0 8px; }
aside .labels { border-bottom: 1px solid var(--line); margin-bottom: 16px; padding-bottom: 10px; }
aside input { width: 130px; }

.box { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 16px; overflow: clip; }
.box > header, .box > summary { background: var(--raised); padding: 8px 16px; display: flex; gap: 8px; align-items: baseline; flex-wrap: wrap; overflow-wrap: anywhere; }
.box > header { border-bottom: 1px solid var(--line); }
.box[open] > summary { border-bottom: 1px solid var(--line); }
.box > header a:last-of-type:not(:only-of-type) { margin-left: auto; }
.box > summary { cursor: pointer; }
.box > .empty { border: 0; margin: 0; }
.box > header:last-child { border-bottom: 0; }
.box > .markdown { padding: 14px 18px; }
.said:target, .job:target, .remark:target { border-color: var(--main); box-shadow: 0 0 0 1px var(--main); }
.said.bot > header { background: var(--hunk); }
.said > header a { margin-left: auto; font-size: .9em; }
.badge { border: 1px solid var(--line); border-radius: 99px; font-size: .75em; padding: 0 7px; color: var(--quiet); align-self: center; }
.answer, .decide { padding: 14px 16px; }
.answer .bar { margin: 8px 0 0; justify-content: flex-end; }
.decide { display: grid; gap: 10px; }
.decide form { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.decide input:not([type=hidden]) { flex: 1; min-width: 160px; }
.refusal { padding: 16px 18px; border-color: var(--bad); }
.remark { border: 1px solid var(--line); border-left: 3px solid var(--wait); border-radius: 6px; margin: 10px 16px; padding: 8px 14px; background: var(--ground); }
.remark { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; white-space: normal; }
.verdict.approved { color: var(--good); font-weight: 600; }
.verdict.changes_requested { color: var(--bad); font-weight: 600; }
.reactions { display: flex; gap: 6px; padding: 0 18px 12px; }
.reactions span { border: 1px solid var(--line); border-radius: 99px; padding: 0 9px; font-size: .85em; background: var(--raised); }

.label { display: inline-block; border-radius: 99px; padding: 0 9px; font-size: .82em; font-weight: 500; border: 1px solid; --hue: 0; --strength: 60%; color: light-dark(hsl(var(--hue) var(--strength) 28%), hsl(var(--hue) var(--strength) 78%)); background: light-dark(hsl(var(--hue) var(--strength) 94%), hsl(var(--hue) var(--strength) 16%)); border-color: light-dark(hsl(var(--hue) var(--strength) 80%), hsl(var(--hue) var(--strength) 32%)); }
.hue-none { --strength: 4%; }
.hue-30 { --hue: 30; } .hue-60 { --hue: 50; } .hue-90 { --hue: 90; } .hue-120 { --hue: 130; } .hue-150 { --hue: 150; } .hue-180 { --hue: 180; }
.hue-210 { --hue: 210; } .hue-240 { --hue: 240; } .hue-270 { --hue: 270; } .hue-300 { --hue: 300; } .hue-330 { --hue: 330; }
.state { display: inline-block; border-radius: 99px; padding: 1px 11px; font-size: .85em; font-weight: 600; color: #fff; background: #1f8a4c; }
.state.closed { background: #b8434c; } .state.merged { background: #7a4fc2; } .state.draft { background: #6b7482; }
.outcome { display: inline-block; width: 1.3em; text-align: center; font-weight: 700; color: var(--quiet); }
.outcome.success { color: var(--good); }
.outcome.failure, .outcome.error, .outcome.timed_out, .outcome.startup_failure { color: var(--bad); }
.outcome.in_progress, .outcome.pending, .outcome.action_required { color: var(--wait); }

.added { color: var(--good); } .removed { color: var(--bad); }
.code { overflow-x: auto; }
.code table { border-collapse: collapse; width: 100%; line-height: 1.5; }
.code td { padding: 0 12px; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; tab-size: 4; }
.code .number { width: 1%; min-width: 46px; text-align: right; color: var(--quiet); user-select: none; white-space: nowrap; border-right: 1px solid var(--line); }
.code .number a { color: inherit; }
.code tr:target { background: var(--hunk); }
.diff tr { color: var(--ink); }
.diff tr.added { background: var(--added); } .diff tr.removed { background: var(--removed); }
.diff tr.hunk { background: var(--hunk); color: var(--quiet); }
.diff tr.note { color: var(--quiet); }
.diff tr.inline td { padding: 0; background: var(--raised); white-space: normal; border-block: 1px solid var(--line); }

.jobs { list-style: none; margin: 0; padding: 0; }
.jobs .jobs { padding-left: 18px; border-left: 2px solid var(--line); margin-left: 8px; }
.jobs .group { margin: 6px 0; font-weight: 600; }
.job { margin-bottom: 8px; }
.job summary .quiet { margin-left: auto; }
.steps { list-style: none; margin: 0; padding: 8px 16px; }
.log { margin: 0; border-radius: 0; border-top: 1px solid var(--line); max-height: 480px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.moment { color: var(--quiet); user-select: none; }
.log-error { color: var(--bad); font-weight: 600; } .log-warning { color: var(--wait); } .log-group, .log-command, .log-section { color: var(--link); font-weight: 600; } .log-debug { color: var(--quiet); }
.message { white-space: pre-wrap; }

@media (max-width: 760px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .columns aside { order: -1; }
  .breadcrumb { display: none; }
}
`;
