/** How well typed words fit a text: for everything that is found while it is typed. Pure. */

const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** 0: the word itself; 1: a word begins with it; 2: it is inside one; null: it is not there. */
function rankOfWord(typed: string, given: readonly string[]): number | null {
  const ranks = given.map((word) =>
    word === typed ? 0 : word.startsWith(typed) ? 1 : word.includes(typed) ? 2 : 3,
  );
  const best = Math.min(3, ...ranks);
  return best === 3 ? null : best;
}

/**
 * The rank of a text for what was typed, smaller is better; null where a typed word is nowhere in it. Nothing typed fits everything
 * alike. Words that come first in the text count more than the same words later.
 */
export function searchRank(typed: string, text: string): number | null {
  const wanted = words(typed);
  const given = words(text);
  let rank = 0;
  for (const word of wanted) {
    const found = rankOfWord(word, given);
    if (found === null) return null;
    const place = given.findIndex((one) => one.includes(word));
    rank += found * 100 + place;
  }
  return rank;
}

/** What fits, best first; equals keep their order. */
export function searched<T>(typed: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  return items
    .flatMap((item, at) => {
      const rank = searchRank(typed, textOf(item));
      return rank === null ? [] : [{ item, rank, at }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ item }) => item);
}

/** The text cut where typed words begin and end, to mark them. */
export function markedParts(
  typed: string,
  text: string,
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const wanted = words(typed);
  if (wanted.length === 0) return [{ text, isMarked: false }];
  const escaped = wanted.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'iu'));
  return parts.flatMap((part, at) => (part === '' ? [] : [{ text: part, isMarked: at % 2 === 1 }]));
}
