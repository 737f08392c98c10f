import { baseStyle } from "./base-style.ts";

/** The one style sheet of the pages about tracks. It is a string so that a bundle carries it along. */
export const style = `${baseStyle}
.skip { position: absolute; left: 12px; top: -60px; z-index: 3; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: 8px 14px; }
.skip:focus { top: 8px; }
main:focus { outline: none; }
.account { margin-left: auto; color: var(--quiet); display: flex; gap: 12px; align-items: center; }
.tabs .away { margin-left: auto; color: var(--quiet); }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; overflow-wrap: anywhere; }
.card.waits { border-left: 4px solid var(--wait); }
.card h3 { margin: 0 0 .2rem; font-size: 1rem; }
.next { display: flex; gap: 8px; margin-top: 8px; }
.next .markdown p { margin: 0; }
.table { overflow-x: auto; }
.table table { border-collapse: collapse; width: 100%; }
.table th, .table td { text-align: left; padding: 8px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
.table caption { text-align: left; font-weight: 600; padding: 0 0 8px; }
.count { color: var(--quiet); font-weight: 400; }
.refusal { border: 1px solid var(--bad); border-radius: 8px; padding: 12px 16px; }
`;
