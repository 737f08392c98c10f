import { createTraceReader, mostBytes, type TraceReading } from "../../core/view/trace-file/read-trace.ts";
import { formatPart, type Html, html } from "../html.ts";
import { renderSpans } from "../plot/spans.ts";
import { mostRows, traceRows } from "../plot/trace-rows.ts";

/** Reads a file that was chosen or dropped, and draws it. Runs in the browser; what is read goes nowhere. */
const input = document.querySelector<HTMLInputElement>("#file");
let current: File | undefined;
const place = document.querySelector<HTMLElement>("#trace");

input?.addEventListener("change", () => void draw(input.files?.[0]));
const zone = document.querySelector<HTMLElement>("#drop");

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  zone?.classList.add("over");
});
document.addEventListener("dragleave", () => zone?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  zone?.classList.remove("over");
  void draw(event.dataTransfer?.files[0]);
});

async function draw(file: File | undefined): Promise<void> {
  if (!file || !place) return;
  // The last one that was chosen is shown, however long an earlier one takes.
  current = file;
  show(html`<p>Reading ${file.name} …</p>`);
  const reading = await read(file);
  if (current === file) show(render(file.name, reading));
}

/** One that is too large is refused by its size, before it is read. */
async function read(file: File): Promise<Outcome> {
  if (file.size > mostBytes) return { type: "no-trace", why: "too-large" };
  try {
    const reader = createTraceReader();
    const stream = file.stream().pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await stream.read(); !part.done; part = await stream.read()) reader.push(part.value);
    return reader.end();
  } catch {
    return { type: "no-trace", why: "unreadable" };
  }
}

/** A folder, or a file that went away, cannot be read at all. */
type Outcome = TraceReading | { type: "no-trace"; why: "unreadable" };

const reasons = {
  "too-large": "It is larger than 50 MB. Cut out the part that you want to see.",
  empty: "It is empty.",
  unreadable: "Your browser cannot read it. Choose a file, not a folder.",
  "not-json": "It is no JSON and has no lines of JSON. Choose a transcript, a usage log, or a manifest.json.",
  "nothing-in-it": "It is JSON, but nothing in it tells when something happened.",
} as const;

function render(name: string, reading: Outcome): Html {
  if (reading.type === "no-trace")
    return html`<p class="refusal"><strong>${name}</strong> cannot be drawn. ${reasons[reading.why]}</p>`;
  const { view, timed, skipped } = reading;
  const left = view.left + Math.max(0, view.spans - mostRows);
  const notes = [
    timed ? "" : "It has no times of its own, so each entry stands for a second.",
    skipped > 0 ? `${skipped} lines are no part of a trace and were passed over.` : "",
    left > 0 ? `${left} more entries are left out.` : "",
  ];
  return html`<h2>${name}</h2><p class="quiet">${notes.filter(Boolean).join(" ")}</p>${renderSpans(traceRows(view), "Entries")}`;
}

/** Everything foreign in it was escaped by `html`. */
function show(content: Html): void {
  if (place) place.innerHTML = formatPart(content);
}
