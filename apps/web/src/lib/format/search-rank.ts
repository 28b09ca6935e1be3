/** How well typed words fit a text: for everything that is found while it is typed. Pure. */

const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Of what is found by words that are not shown: after everything that is. */
const HIDDEN_RANK = 1e6;

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

export interface SearchTexts {
  /** What is shown: typed letters may be inside its words. */
  readonly text: string;
  /** Further words that are not shown: typed ones must begin them. */
  readonly more?: string;
}

function rankOfTexts(typed: string, { text, more }: SearchTexts): number | null {
  const shown = searchRank(typed, text);
  if (shown !== null || more === undefined) return shown;
  const begun = words(`${text} ${more}`);
  const fits = words(typed).every((word) => begun.some((one) => one.startsWith(word)));
  return fits ? HIDDEN_RANK : null;
}

/** What fits, best first; equals keep their order. */
export function searched<T>(
  typed: string,
  items: readonly T[],
  textsOf: (item: T) => SearchTexts,
): readonly T[] {
  return items
    .flatMap((item, at) => {
      const rank = rankOfTexts(typed, textsOf(item));
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
