/** The words of a search and of what was seen: lower case, `1,166` is `1166`, a price stays whole. The database has the same rule. */

/** The last word, when it is this long, may be the beginning of a longer one. */
const PREFIX_LENGTH = 3;

export function historyWords(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/([0-9]),(?=[0-9]{3})/g, '$1')
    .replaceAll(/[.](?![0-9])/g, ' ')
    .split(/[^a-z0-9.]+/);
  return [...new Set(words.filter((word) => word !== ''))];
}

/** True when the text contains every requested word; the last one may begin a word of it. */
export function hasWords(text: string, wanted: readonly string[]): boolean {
  // Most texts lack one of them altogether, which is known long before their words are
  const letters = text.toLowerCase().replaceAll(',', '');
  if (!wanted.every((word) => letters.includes(word))) return false;
  const words = historyWords(text);
  return wanted.every((word, place) => {
    const isBeginning = place === wanted.length - 1 && word.length >= PREFIX_LENGTH;
    return words.some((other) => other === word || (isBeginning && other.startsWith(word)));
  });
}
