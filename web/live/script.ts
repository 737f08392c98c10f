/**
 * What pages do by themselves: on a word from the server they fetch themselves again and swap the parts that are marked
 * `data-live`, each by its name. Nothing is lost without it: the page is whole, and loading it again shows the same.
 */
export const liveScript = `"use strict";
(() => {
  const from = document.body.dataset.liveFrom;
  // A page with nothing that changes does not listen.
  if (!from || !window.EventSource || !document.querySelector("[data-live]")) return;
  let stream, timer, seen = document.body.dataset.liveSeen, wait = 1000, busy = false, again = false;

  const part = (root, name) =>
    [...root.querySelectorAll("[data-live]")].find((one) => one.dataset.live === name);
  const keyOf = (element, root) => {
    if (element.id) return "#" + element.id;
    const same = [...root.querySelectorAll(element.tagName)];
    return element.tagName + (element.name || "") + same.indexOf(element);
  };
  const find = (root, tag, key) => [...root.querySelectorAll(tag)].find((one) => keyOf(one, root) === key);

  const swap = (old, next) => {
    if (old.outerHTML === next.outerHTML) return;
    const fields = [...old.querySelectorAll("input:not([type=hidden]), textarea, select")];
    // Whoever is writing there is not interrupted.
    if (fields.some((field) => field.value !== field.defaultValue && field.tagName !== "SELECT")) return;
    const focus = old.contains(document.activeElement) ? document.activeElement : undefined;
    const key = focus && keyOf(focus, old);
    const open = [...old.querySelectorAll("details")].map((one) => [keyOf(one, old), one.open]);
    const scrolled = [old, ...old.querySelectorAll("*")]
      .filter((one) => one.scrollLeft || one.scrollTop)
      .map((one) => [one === old ? "" : keyOf(one, old), one.tagName, one.scrollLeft, one.scrollTop]);
    next = document.importNode(next, true);
    old.replaceWith(next);
    for (const [name, was] of open) {
      const same = find(next, "details", name);
      if (same) same.open = was;
    }
    for (const [name, tag, left, top] of scrolled) {
      const same = name === "" ? next : find(next, tag, name);
      if (same) { same.scrollLeft = left; same.scrollTop = top; }
    }
    if (focus) find(next, focus.tagName, key)?.focus({ preventScroll: true });
  };

  const refresh = async () => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { "gsd-live": "1" }, credentials: "same-origin", redirect: "manual" });
      // Signed out, or access was lost: only the whole page says so rightly.
      if ([401, 403, 404].includes(answer.status)) { stop(); location.reload(); return; }
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const old of document.querySelectorAll("[data-live]")) {
        const next = part(fresh, old.dataset.live);
        if (next) swap(old, next);
      }
      document.title = fresh.title;
    } catch {
      // The next word, or the next connection, tries again.
    } finally {
      busy = false;
      if (again) { again = false; setTimeout(refresh, 500); }
    }
  };

  const stop = () => {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  };
  const start = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(from + (from.includes("?") ? "&" : "?") + "seen=" + encodeURIComponent(seen));
    stream.addEventListener("open", () => {
      wait = 1000;
      document.body.dataset.liveState = "on";
    });
    stream.addEventListener("change", (event) => {
      seen = event.data;
      refresh();
    });
    stream.addEventListener("error", () => {
      stop();
      document.body.dataset.liveState = "off";
      timer = setTimeout(start, wait + Math.random() * wait / 2);
      wait = Math.min(wait * 2, 60000);
    });
    stream.addEventListener("end", () => {
      stop();
      location.reload();
    });
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { wait = 1000; start(); return; }
    stop();
    document.body.dataset.liveState = "off";
  });
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  start();
})();
`;
