import { describe, expect, it } from "vitest";
import { formatPart } from "../../web/html.ts";
import { renderMarkdown } from "../../web/markdown/render-markdown.ts";

function render(text: string, file?: { ref: string; folder: string }): string {
  const markup = formatPart(renderMarkdown(text, { repo: "o/r", ...(file && { file }) }));
  return markup.replace(/^<div class="markdown">/, "").replace(/<\/div>$/, "");
}

describe("Markdown on the pages", () => {
  it("shows raw HTML as text", () => {
    expect(render("a <script>alert(1)</script> b")).toBe("<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>");
    expect(render("<img src=x onerror=alert(1)>")).toBe("&lt;img src=x onerror=alert(1)&gt;");
    expect(render('<details onclick="x">')).not.toContain("<details");
    expect(render("<svg/onload=alert(1)>\n\n<iframe src=//x>")).not.toMatch(/<(svg|iframe)/);
  });

  it("escapes code, its language and headings", () => {
    expect(render("```<b>\n</code><script>\n```")).toBe(
      "<pre><code>&lt;/code&gt;&lt;script&gt;</code></pre>",
    );
    expect(render('# A `<b>` & "c"')).toBe(
      '<h1 id="md-a-b--c">A <code>&lt;b&gt;</code> &amp; &quot;c&quot;</h1>',
    );
  });

  it("lets details, summary, sub, br and kbd through by their exact form", () => {
    const text =
      "<details>\n<summary>More</summary>\n\n**bold** <sub>small</sub><br/><kbd>x</kbd>\n\n</details>";
    expect(render(text)).toBe(
      "<details>\n<summary>More</summary><p><strong>bold</strong> <sub>small</sub><br><kbd>x</kbd></p></details>",
    );
  });

  it("closes what a text leaves open and never closes what it did not open", () => {
    expect(render("<details>\n\ntext")).toBe("<details><p>text</p></details>");
    expect(render("</details>\n\ntext")).toBe("<p>text</p>");
    expect(render("> <details>\n\n</details>")).toBe("<blockquote><details></details></blockquote>");
  });

  it("drops comments, which are gsd's markers", () => {
    expect(render("<!-- gsd:sticky -->\n\nhello <!-- x --> there")).toBe("<p>hello  there</p>");
    expect(render("<!-- never closed <script>")).toBe("");
  });

  it("follows only http, https and relative links", () => {
    expect(render("[a](javascript:alert(1))")).toBe("<p>a</p>");
    expect(render("[a](JaVaScRiPt:alert(1)) [b](data:text/html,x) [c](//evil)")).toBe("<p>a b c</p>");
    expect(render("[a](<java\tscript:x>)")).not.toContain("href");
    expect(render("[a](https://x.y/?a=1&b=2)")).toContain('href="https://x.y/?a=1&amp;b=2"');
    expect(render('[a](https://x.y/"onclick=1)')).not.toContain('"onclick');
    expect(render("[a](../b.md)", { ref: "main", folder: "docs/" })).toContain('href="/o/r/blob/main/b.md"');
    expect(render("[a](../../../etc)", { ref: "main", folder: "docs/" })).toContain(
      'href="/o/r/blob/main/etc"',
    );
  });

  it("shows pictures of this forge and links those of others", () => {
    expect(render("![p](a.png)", { ref: "main", folder: "" })).toBe(
      '<p><img src="/o/r/raw/main/a.png" alt="p"></p>',
    );
    expect(render("![p](https://x.y/a.png)")).toMatch(
      /^<p><a href="https:\/\/x\.y\/a\.png"[^>]*>p<\/a><\/p>$/,
    );
    expect(render("![p](data:image/png;base64,xx)")).toBe("<p>p</p>");
  });

  it("links issues, names people and shortens commits, but not inside code or links", () => {
    expect(render("see #12")).toBe('<p>see <a href="/o/r/issues/12">#12</a></p>');
    expect(render("see a/b#3")).toBe('<p>see <a href="/a/b/issues/3">a/b#3</a></p>');
    expect(render("hi @ada")).toBe('<p>hi <span class="mention">@ada</span></p>');
    expect(render(`at ${"a".repeat(40)}`)).toContain(
      `<a href="/o/r/commit/${"a".repeat(40)}"><code>aaaaaaa</code></a>`,
    );
    expect(render("`#12` [x #12](https://x.y)").match(/<a /g)).toHaveLength(1);
    expect(render("a#12 a@b")).not.toContain('<a href="/o/r');
  });

  it("shows alerts, tables and task lists", () => {
    expect(render("> [!WARNING]\n> Careful")).toBe(
      '<div class="alert warning"><p class="alert-title">Warning</p><p>Careful</p></div>',
    );
    expect(render("|a|b|\n|-|-:|\n|1|<b>|")).toContain('<td class="align-right">&lt;b&gt;</td>');
    expect(render("- [x] done\n- [ ] open")).toBe(
      '<ul class="tasks"><li><input type="checkbox" disabled checked> done</li><li><input type="checkbox" disabled> open</li></ul>',
    );
  });

  it("draws the flowcharts that gsd writes, without a script", () => {
    const drawn = render(
      '```mermaid\ngraph LR\n  T01["T01: #60;b#62;"]\n  T01 --> T02\n  classDef completed fill:#dafbe1\n  class T01 completed\n```',
    );
    expect(drawn).toMatch(/^<figure class="diagram">.*<svg /s);
    expect(drawn).toContain("T01: &lt;b&gt;");
    expect(drawn).toContain("✓");
    expect(drawn.match(/class="edge"/g)).toHaveLength(1);
  });

  it("shows any other diagram as its text with a caption", () => {
    for (const text of [
      "graph TD\nA-->B",
      "sequenceDiagram\nA->>B: x",
      'graph LR\nA["x"] --> B\nclick A "javascript:x"',
    ])
      expect(render(`\`\`\`mermaid\n${text}\n\`\`\``)).toMatch(/^<figure class="diagram"><figcaption>/);
  });

  it("takes long hostile lines without stalling", () => {
    const start = performance.now();
    for (const piece of ["-", "a.", "a/", "#", "@", "<!--", "<details>"]) render(piece.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
