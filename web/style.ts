import { baseStyle } from "./base-style.ts";

/** The one style sheet of the pages about tracks. It is a string so that a bundle carries it along. */
export const style = `${baseStyle}
:root {
  --quiet: light-dark(#586271, #9aa4b2);
  --wait: light-dark(#855a00, #e0b04a);
}
body { line-height: 1.6; }
h1 { font-size: 1.7rem; letter-spacing: -.01em; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 .8rem; }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
a { text-underline-offset: 2px; }
p a:not(.button), li p a, .rows > li > a, td a, dd a, .markdown a { text-decoration: underline; text-decoration-color: color-mix(in srgb, currentcolor 35%, transparent); }
main { padding-bottom: 24px; }
main:focus { outline: none; }
.skip { position: absolute; left: 12px; top: -80px; z-index: 3; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: 8px 14px; }
.skip:focus { top: 8px; }
.account { margin-left: auto; color: var(--quiet); display: flex; gap: 12px; align-items: center; }
.tabs .away { margin-left: auto; color: var(--quiet); }
.label { font-size: .8rem; font-weight: 600; color: var(--quiet); margin: 0 0 .3rem; display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); }
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.refusal { border: 1px solid var(--bad); background: var(--soft-bad); border-radius: 10px; padding: 12px 18px; overflow-wrap: anywhere; }
.bar { display: flex; gap: 10px; flex-wrap: wrap; }
button.plain { border: 0; background: none; padding: 0; color: var(--link); font-weight: 400; }
button.plain:hover { text-decoration: underline; }

.actions { display: flex; gap: 10px; flex-wrap: wrap; align-items: flex-start; margin: 0 0 20px; }
.actions .approve button { background: var(--main); border-color: var(--main); color: #fff; }
.ask > summary { cursor: pointer; border: 1px solid var(--line); border-radius: 6px; padding: 5px 11px; background: var(--raised); font-weight: 500; list-style: none; }
.ask > summary::-webkit-details-marker { display: none; }
.ask > summary:hover { border-color: var(--quiet); }
.ask p { margin: 8px 0; }
.answer-line { border-radius: 10px; padding: 10px 18px; margin: 0 0 16px; background: var(--soft-run); }
.answer-line.ok { background: var(--soft-good); }
.answer-line.refused { background: var(--soft-bad); }

.drop { border: 2px dashed var(--line); border-radius: 12px; padding: 36px 20px; margin: 20px 0; display: grid; justify-items: center; gap: 12px; background: var(--raised); }
.drop.over { border-color: var(--main); background: var(--soft-run); }
.drop label { font-weight: 600; }
.drop input { max-width: 100%; }

.name { margin-bottom: 20px; }
.parts, .jump { display: flex; gap: 6px; flex-wrap: wrap; margin: 10px 0 0; }
.parts a, .jump a { color: var(--quiet); padding: 4px 14px; border-radius: 99px; border: 1px solid var(--line); }
.parts a[aria-current] { background: var(--soft-run); color: var(--ink); font-weight: 600; border-color: transparent; }
.parts a:hover, .jump a:hover { color: var(--ink); text-decoration: none; border-color: var(--quiet); }

.next { border: 1px solid var(--line); border-left: 4px solid var(--main); border-radius: 10px; padding: 14px 20px; margin: 0 0 20px; background: var(--raised); }
.next.waits { border-left-color: var(--wait); background: var(--soft-wait); }
.next .markdown { font-size: 1.06rem; }
.next .markdown p { margin: 0; }
.next code { background: var(--ground); }

.facts { display: flex; flex-wrap: wrap; gap: 1px; margin: 0 0 24px; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--line); }
.facts > div { background: var(--ground); padding: 14px 18px; flex: 1 1 190px; }
.facts dt { font-size: .8rem; font-weight: 600; color: var(--quiet); margin-bottom: 2px; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.facts dd strong { font-size: 1.15rem; font-weight: 650; }
.facts dd.quiet { font-size: .87rem; }
progress { appearance: none; width: 100%; height: 8px; border: 0; border-radius: 99px; overflow: hidden; background: var(--soft-none); display: block; margin: 6px 0 2px; }
progress::-webkit-progress-bar { background: var(--soft-none); }
progress::-webkit-progress-value { background: var(--good); border-radius: 99px; }
progress::-moz-progress-bar { background: var(--good); }
progress.money::-webkit-progress-value { background: var(--main); }
progress.money::-moz-progress-bar { background: var(--main); }

.state { display: inline-flex; gap: 5px; align-items: baseline; border-radius: 99px; padding: 1px 10px; font-size: .84rem; font-weight: 600; background: var(--soft-none); color: var(--quiet); white-space: nowrap; letter-spacing: 0; }
.state.completed { background: var(--soft-good); color: var(--good); }
.state.in_progress { background: var(--soft-run); color: var(--link); }
.state.review, .state.needs_input { background: var(--soft-wait); color: var(--wait); }
.state.failed { background: var(--soft-bad); color: var(--bad); }

.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; overflow-wrap: anywhere; }
.card.waits { border-left: 4px solid var(--wait); }
.card h3 { display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap; font-size: 1.05rem; }
.card .step { margin-top: 8px; }
.card .step .markdown, .card .step .markdown p { display: inline; margin: 0; }
.card .meter { display: flex; gap: 2px 18px; flex-wrap: wrap; color: var(--quiet); font-size: .9rem; margin: 0; }
.card progress { max-width: 260px; }
.count { color: var(--quiet); font-weight: 400; }
.repository { margin-bottom: 36px; }
.repository h2 { margin-bottom: .2rem; }

.waves { list-style: none; display: flex; gap: 14px; flex-wrap: wrap; margin: 0 0 20px; padding: 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.waves > li { max-width: 100%; }
.waves p { margin: 0 0 4px; font-size: .85rem; }
.waves ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 3px; max-width: 300px; }
.square { display: grid; place-items: center; width: 26px; height: 26px; border: 1px solid var(--line); border-radius: 5px; background: var(--ground); color: var(--quiet); font-size: 13px; line-height: 1; }
.square:hover { text-decoration: none; border-color: var(--link); }
.square.completed { background: var(--soft-good); color: var(--good); border-color: var(--good); }
.square.in_progress { background: var(--soft-run); color: var(--link); border-color: var(--link); }
.square.review, .square.needs_input { background: var(--soft-wait); color: var(--wait); border-color: var(--wait); }
.square.failed { background: var(--soft-bad); color: var(--bad); border-color: var(--bad); }

.table { overflow-x: auto; margin: 0 0 20px; }
.table > table { border-collapse: collapse; width: 100%; }
.table th, .table td { text-align: left; padding: 9px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
.table thead th { font-size: .8rem; color: var(--quiet); font-weight: 600; white-space: nowrap; }
.table tbody th { font-weight: 500; min-width: 170px; overflow-wrap: anywhere; }
.group { border: 1px solid var(--line); border-radius: 10px; margin-bottom: 10px; padding: 0 16px; }
.group > summary { cursor: pointer; padding: 12px 0; font-weight: 600; }
.table caption { text-align: left; font-weight: 600; font-size: 1.15rem; padding: 12px 0 8px; }
.table td.number { text-align: right; }
.id { font-weight: 650; font-variant-numeric: tabular-nums; }
tr:target { background: var(--soft-run); }

.spans .when { width: 42%; min-width: 180px; }
.spans .note { min-width: 210px; }
.spans svg, .bars svg { display: block; width: 100%; height: 16px; }
.spans rect.run, .key.run { fill: var(--main); background: var(--main); }
.spans rect.wait, .key.wait { fill: light-dark(#b9c0cb, #4a5361); background: light-dark(#b9c0cb, #4a5361); }
.spans rect.failed, .key.failed { fill: var(--bad); background: var(--bad); }
.spans rect.open, .key.open { fill: var(--wait); background: var(--wait); }
.spans .number .failed { color: var(--bad); } .spans .number .wait { color: var(--quiet); }
.spans th.depth-1 { padding-left: 30px; font-weight: 400; } .spans th.depth-2 { padding-left: 48px; font-weight: 400; } .spans th.depth-3 { padding-left: 66px; font-weight: 400; }
.legend { display: flex; gap: 16px; flex-wrap: wrap; font-size: .87rem; color: var(--quiet); }
.legend > span { white-space: nowrap; }
.legend .key { display: inline-block; width: 22px; height: 10px; border-radius: 3px; margin-right: 8px; }
.legend .key.wait { height: 6px; margin-bottom: 2px; }
.bars .bar { width: 60%; display: table-cell; } .bars rect { fill: var(--main); }
.bars svg { height: 10px; margin-top: 8px; }
.columns-plot { margin: 0 0 20px; } .columns-plot figcaption { font-weight: 600; font-size: 1.15rem; padding: 12px 0 8px; }
.columns-plot rect { fill: var(--main); } .columns-plot text { font: 12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--quiet); text-anchor: middle; } .columns-plot .amount { fill: var(--ink); } .columns-plot line { stroke: var(--line); stroke-width: 2; }
.columns-plot summary { cursor: pointer; color: var(--quiet); }
.columns-plot details table { border-collapse: collapse; } .columns-plot details th, .columns-plot details td { text-align: left; font-weight: 400; padding: 3px 24px 3px 0; }

.rows { list-style: none; margin: 0 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 10px; }
.rows > li { padding: 12px 18px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rows > li:first-child { border-top: 0; }
.rows .title { font-weight: 600; }
.steps-list { list-style: none; margin: 0; padding: 0; }
.steps-list > li { border: 1px solid var(--line); border-radius: 10px; padding: 12px 18px; margin-bottom: 10px; overflow-wrap: anywhere; }
.steps-list p { margin: .3rem 0; }
.files { list-style: none; display: flex; gap: 6px 18px; flex-wrap: wrap; padding: 0; margin: .4rem 0 0; }
.round, .file { border: 1px solid var(--line); border-radius: 10px; padding: 10px 18px; margin-bottom: 10px; overflow-wrap: anywhere; }
.round > summary, .file > summary { cursor: pointer; font-weight: 600; }
.findings { padding-left: 1.1em; }
.severity { font-size: .82rem; font-weight: 600; border-radius: 99px; padding: 0 9px; background: var(--soft-none); color: var(--quiet); }
.severity.blocker { background: var(--soft-bad); color: var(--bad); } .severity.suggestion { background: var(--soft-wait); color: var(--wait); }
.tail, .said { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 420px; overflow: auto; }
.said { max-height: none; }
.pager { display: flex; gap: 16px; margin: 12px 0; flex-wrap: wrap; }
.diff { padding: 8px 0; max-height: 640px; overflow: auto; } .diff code { display: block; min-width: max-content; }
.diff span { display: block; padding: 0 14px; } .diff .added { background: var(--added); color: var(--ink); } .diff .removed { background: var(--removed); color: var(--ink); } .diff .hunk { color: var(--quiet); }

.story { list-style: none; margin: 0; padding: 0 0 0 8px; }
.story li { position: relative; padding: 0 0 14px 26px; border-left: 2px solid var(--line); margin-left: 6px; overflow-wrap: anywhere; }
.story li:last-child { border-color: transparent; }
.story p { margin: 0; }
.story time { font-variant-numeric: tabular-nums; }
.dot { position: absolute; left: -7px; top: 7px; width: 12px; height: 12px; border-radius: 99px; background: var(--ground); border: 2px solid var(--quiet); }
.story .person .dot { background: var(--quiet); }
.dot.completed { border-color: var(--good); } .story .person .dot.completed { background: var(--good); }
.dot.failed { border-color: var(--bad); } .story .person .dot.failed { background: var(--bad); }
.dot.in_progress { border-color: var(--link); } .story .person .dot.in_progress { background: var(--link); }
.dot.review { border-color: var(--wait); } .story .person .dot.review { background: var(--wait); }

.recipe { border-top: 1px solid var(--line); margin-top: 28px; }
.flow { list-style: none; margin: 0; padding: 0; display: grid; justify-items: start; gap: 0; }
.flow > li { position: relative; padding-bottom: 26px; max-width: 100%; }
.flow > li:last-child { padding-bottom: 0; }
.flow > li:not(:last-child)::after { content: ""; position: absolute; left: 24px; bottom: 4px; height: 18px; border-left: 2px solid var(--quiet); }
.flow > li:not(:last-child)::before { content: ""; position: absolute; left: 20px; bottom: 2px; border: 5px solid transparent; border-top: 7px solid var(--quiet); border-bottom: 0; }
.flow .box { border: 1.5px solid var(--line); border-radius: 10px; padding: 8px 16px; background: var(--ground); max-width: 100%; overflow-wrap: anywhere; overflow: visible; margin: 0; }
.flow .box p { margin: 0; } .flow .box p.quiet { font-size: .87rem; }
.flow .box.agent { border-left: 4px solid var(--main); } .flow .box.run { border-left: 4px solid var(--good); } .flow .box.own { border-left: 4px solid var(--quiet); }
.together { border: 1.5px dashed var(--line); border-radius: 12px; padding: 12px 16px; background: var(--raised); max-width: 100%; }
.together .label { margin-bottom: 10px; } .together .flow + .label { margin-top: 16px; }
.beside { list-style: none; margin: 0; padding: 0; display: flex; gap: 12px; flex-wrap: wrap; align-items: flex-start; }

@media (max-width: 700px) {
  .wide { padding: 0 14px; }
  .breadcrumb { overflow-wrap: anywhere; }
  h1 { font-size: 1.35rem; }
  .account { font-size: .85rem; }
  .facts > div { padding: 10px 12px; flex-basis: 40%; }
  .parts { gap: 4px; } .parts a { padding: 4px 11px; font-size: .92rem; }
  .stacks thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stacks, .stacks tbody, .stacks tr, .stacks th, .stacks td, .stacks caption { display: block; }
  .stacks tr { display: flex; flex-wrap: wrap; gap: 2px 16px; border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; margin-bottom: 8px; }
  .stacks tbody th { width: 100%; }
  .stacks td.none { display: none; }
  .table .stacks th, .table .stacks td { border: 0; padding: 2px 0; }
  .table .stacks td.number { text-align: left; }
  .stacks td[data-head]::before { content: attr(data-head) " "; color: var(--quiet); font-size: .85rem; }
  .spans thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .spans, .spans tbody, .spans caption { display: block; }
  .spans tbody tr { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .table .spans tbody th, .table .spans td { border: 0; padding: 0; min-width: 0; width: auto; }
  .spans .when { grid-row: 2; grid-column: 1 / -1; }
  .spans .note { grid-row: 3; grid-column: 1 / -1; font-size: .9rem; color: var(--quiet); }
  .table .spans th.depth-1 { padding-left: 14px; } .table .spans th.depth-2 { padding-left: 28px; } .table .spans th.depth-3 { padding-left: 42px; }
  .bars .bar { width: 45%; }
  .table tbody th { min-width: 110px; }
  .square { width: 30px; height: 30px; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
