/** The words of a search and of what was seen: lower case, `1,166` is `1166`, a price stays whole. The database has the same rule. */

/** A word this long may be the beginning of a longer one. */
const PREFIX_LENGTH = 3;

export function historyWords(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/([0-9]),(?=[0-9]{3})/g, '$1')
    .replaceAll(/[.](?![0-9])/g, ' ')
    .split(/[^a-z0-9.]+/);
  return [...new Set(words.filter((word) => word !== ''))];
}

/** True when every word asked for stands in the text, or begins a word of it. */
export function hasWords(text: string, asked: readonly string[]): boolean {
  const words = historyWords(text);
  return asked.every((word) =>
    words.some((other) => other === word || (word.length >= PREFIX_LENGTH && other.startsWith(word))),
  );
}
