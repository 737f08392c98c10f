import { assets } from "../assets.ts";
import { html } from "../html.ts";
import type { Page, View } from "../page.ts";

/** `/trace`: a transcript, a usage log or a journal that somebody drops here is drawn by their own browser. */
export const showTraceFile: View = async () => renderTraceFile();

export function renderTraceFile(): Page {
  return {
    title: "Draw a transcript",
    body: html`<h1>Draw a transcript</h1>
<p>Choose a file, or drop it here: a transcript of an agent's program (JSON lines), a usage log or the <code>manifest.json</code> of a job, or what a collector of OpenTelemetry wrote. Your browser reads it: nothing is uploaded.</p>
<div class="drop" id="drop"><label for="file">The file, up to 50 MB</label> <input type="file" id="file" accept=".jsonl,.json,.ndjson,.txt,.log"></div>
<noscript><p class="refusal">This is the one page that needs JavaScript, since the file stays with you. The trace of a track is drawn without it.</p></noscript>
<div id="trace" role="status" aria-live="polite"></div>
<script src="${assets.trace.address}" type="module"></script>`,
  };
}
