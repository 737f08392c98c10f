/** Letters of other scripts that pass for Latin ones. */
const passesForLatin =
  /[\u0410\u0412\u0415\u0417\u041a\u041c-\u041e\u0420-\u0423\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0405\u0406\u0408\u0455\u0456\u0458\u04ae\u04af\u04bb\u04c0\u04cf\u0501\u051b\u051d\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u03f2\u03f3\u0555\u0561\u0578\u057d\u0581\u0585]|\p{Script=Cherokee}|\p{Script=Lisu}/u;
const latin = /\p{Script=Latin}/u;
/** Letters in disguise: bold, script, full-width, circled. */
const styled = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9]/u;

const mostFound = 20;

/** Words that mix Latin letters with others that look like them, or are written in letters made for show. */
export function findLookalikes(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}\u24b6-\u24e9]+/gu)) {
    const isMixed = latin.test(word) && passesForLatin.test(word);
    if (isMixed || styled.test(word)) found.add(word.length > 40 ? `${word.slice(0, 40)}…` : word);
    if (found.size >= mostFound) break;
  }
  return [...found];
}
