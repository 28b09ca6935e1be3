/** Scores a headline by the lexicon: the sum of what its words add, within -1 and 1. */
import type { ProductGroup } from '@undertow/market';
import type { HeadlineScore, ScoredWord } from '#ports/news/headline-scorer.ts';
import { LEXICON, NEGATION } from './lexicon.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The words are quoted as the headline has them, in its order. */
export function scoreHeadline(title: string, group: ProductGroup): HeadlineScore {
  const found: (ScoredWord & { readonly at: number })[] = [];
  for (const { words, weights } of LEXICON) {
    const weight = weights[group];
    const match = weight === undefined ? null : words.exec(title);
    if (weight === undefined || match === null) continue;
    const sign = NEGATION.test(title.slice(0, match.index)) ? -1 : 1;
    found.push({ text: match[0], weight: rounded(sign * weight), at: match.index });
  }
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const ordered = found.toSorted((a, b) => a.at - b.at);
  return {
    score: rounded(Math.min(1, Math.max(-1, sum))),
    words: ordered.map(({ text, weight }) => ({ text, weight })),
  };
}
