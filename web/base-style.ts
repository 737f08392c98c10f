import { graphStyle } from "./graph/style.ts";

/** What every page of ours looks like: colours, type, forms, Markdown. The forge's pages and those about tracks add their own. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #14171c);
  --raised: light-dark(#f6f7f9, #1b1f26);
  --line: light-dark(#dfe2e7, #2d333d);
  --ink: light-dark(#1d2430, #dde2ea);
  --quiet: light-dark(#626c7a, #8d97a6);
  --link: light-dark(#2b59c3, #7ea6f7);
  --main: light-dark(#2b59c3, #4169c9);
  --good: light-dark(#1a7f45, #4cc07a);
  --bad: light-dark(#c2303a, #f0767c);
  --wait: light-dark(#9a6700, #d9a634);
  --done: light-dark(#7847c9, #b493ef);
  --added: light-dark(#e4f7ea, #14301f);
  --removed: light-dark(#fdeaea, #3a1d20);
  --hunk: light-dark(#eaf1fd, #1a2740);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.wide { max-width: 1120px; margin: 0 auto; padding: 0 20px; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; font-weight: 600; }
code, pre, .code { font-family: var(--mono); font-size: .86em; }
code { background: var(--raised); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--raised); border-radius: 6px; padding: 12px 14px; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: 1em; overflow-wrap: normal; }
.quiet, time { color: var(--quiet); font-weight: 400; }
p.quiet { margin: .3rem 0; font-size: .9em; }
.empty { color: var(--quiet); border: 1px dashed var(--line); border-radius: 8px; padding: 18px; text-align: center; }

.top { background: var(--raised); border-bottom: 1px solid var(--line); margin-bottom: 24px; }
.top > .wide:first-child { display: flex; align-items: center; gap: 16px; min-height: 54px; }
.home { font-weight: 700; color: var(--ink); font-size: 1.05rem; }
.home span { font-weight: 400; color: var(--quiet); }
.breadcrumb { color: var(--quiet); }
.breadcrumb a { font-weight: 600; }
.tabs { display: flex; gap: 4px; overflow-x: auto; padding-left: 8px; }
main > form { margin: 10px 0 16px; }
.tabs a { color: var(--ink); padding: 8px 12px; border-bottom: 2px solid transparent; white-space: nowrap; }
.tabs a.active { border-color: var(--main); font-weight: 600; }
.tabs a:hover { text-decoration: none; border-color: var(--line); }
.tabs a.active:hover { border-color: var(--main); }
footer { color: var(--quiet); font-size: .85em; margin-top: 48px !important; padding-bottom: 32px !important; }

.menu { position: relative; margin-left: auto; }
.menu.left { margin-left: 0; }
.menu summary { cursor: pointer; border: 1px solid var(--line); border-radius: 6px; padding: 4px 12px; background: var(--ground); }
.menu > :not(summary) { position: absolute; right: 0; z-index: 2; margin-top: 6px; min-width: 230px; max-height: 60vh; overflow: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 6px; box-shadow: 0 8px 24px rgb(0 0 0 / .15); }
.menu.left > :not(summary) { right: auto; left: 0; }
.menu button, .menu a { display: block; width: 100%; text-align: left; border: 0; background: none; padding: 6px 10px; color: var(--ink); border-radius: 5px; }
.menu button:hover, .menu a:hover { background: var(--raised); text-decoration: none; }
.menu button span { color: var(--quiet); }
.menu .chosen { background: var(--hunk); }

.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown { overflow-wrap: anywhere; }
.markdown th, .markdown td { overflow-wrap: normal; }
.markdown h1, .markdown h2 { border-bottom: 1px solid var(--line); padding-bottom: .25em; margin: 1.3em 0 .6em; }
.markdown h1 { font-size: 1.45rem; } .markdown h2 { font-size: 1.2rem; } .markdown h3 { font-size: 1.05rem; } .markdown h4, .markdown h5, .markdown h6 { font-size: 1rem; }
.markdown p, .markdown ul, .markdown ol { margin: 0 0 .8em; }
.markdown ul, .markdown ol { padding-left: 1.6em; }
.markdown .tasks { list-style: none; padding-left: .3em; }
.markdown blockquote { margin: 0 0 .8em; padding: 0 1em; border-left: 3px solid var(--line); color: var(--quiet); }
.markdown hr { border: 0; border-top: 1px solid var(--line); margin: 1.4em 0; }
.markdown img { max-width: 100%; }
.markdown details { border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px; margin: 0 0 .8em; }
.markdown details > summary { cursor: pointer; font-weight: 500; }
.markdown details[open] > summary { margin-bottom: .6em; }
.markdown kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 .35em; font: .85em var(--mono); }
.markdown .table { overflow-x: auto; margin: 0 0 .8em; }
.markdown table { border-collapse: collapse; }
.markdown th, .markdown td { border: 1px solid var(--line); padding: 5px 12px; text-align: left; }
.markdown th { background: var(--raised); }
.markdown .align-right { text-align: right; } .markdown .align-center { text-align: center; }
.mention { font-weight: 600; }
.diagram { margin: 0 0 .8em; } .diagram figcaption { color: var(--quiet); font-size: .85em; margin-bottom: 4px; }
.alert { border-left: 4px solid var(--link); padding: 2px 14px; margin: 0 0 .8em; }
.alert-title { font-weight: 600; color: var(--link); }
.alert > p { margin: .4em 0; }
.alert.tip { border-color: var(--good); } .alert.tip .alert-title { color: var(--good); }
.alert.important { border-color: var(--done); } .alert.important .alert-title { color: var(--done); }
.alert.warning { border-color: var(--wait); } .alert.warning .alert-title { color: var(--wait); }
.alert.caution { border-color: var(--bad); } .alert.caution .alert-title { color: var(--bad); }
.footnote { font-size: .88em; color: var(--quiet); }

input:not([type=hidden], [type=checkbox]), textarea, select, button, .button { font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: 5px 11px; }
textarea, .answer input { width: 100%; display: block; resize: vertical; }
.answer input { margin-bottom: 8px; }
button, .button { cursor: pointer; background: var(--raised); font-weight: 500; }
button:hover, .button:hover { border-color: var(--quiet); text-decoration: none; }
button:disabled { opacity: .5; cursor: not-allowed; }
button.main, .button.main { background: var(--main); border-color: var(--main); color: #fff; }
button.cross { border: 0; background: none; padding: 0 6px; color: var(--quiet); }
button.cross:hover { color: var(--bad); }
${graphStyle}`;
