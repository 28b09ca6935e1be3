/** The port of what scores a headline: for one group of products, from its words. */
import type { ProductGroup } from '@undertow/market';

/** A word or phrase of the headline, and what it adds. */
export interface ScoredWord {
  readonly text: string;
  readonly weight: number;
}

export interface HeadlineScore {
  /** From -1, bad for prices of the group, to 1. */
  readonly score: number;
  /** None: no word of it is known. */
  readonly words: readonly ScoredWord[];
}

export interface HeadlineScorer {
  /** Name and version, with that of its prompt where it has one: scores of two are never mixed. */
  readonly name: string;
  /** One score for each group. Throws `UnusableScore`, and anything else where it cannot be reached: the headline is scored later. */
  score(
    title: string,
    groups: readonly ProductGroup[],
    ending?: AbortSignal,
  ): Promise<ReadonlyMap<ProductGroup, HeadlineScore>>;
}

/** The response is no score of this headline, and another request would hardly bring one. */
export class UnusableScore extends Error {
  override readonly name = 'UnusableScore';
}
