/** The port of what is stored of scores, and of the moves that they are compared with. */
import type { FeedSource, ProductGroup } from '@undertow/market';
import type { HeadlineScore } from './headline-scorer.ts';

export interface UnscoredHeadline {
  readonly id: string;
  readonly title: string;
  readonly instrumentIds: readonly number[];
  readonly readAtMs: number;
}

/** A scored headline whose moves are not known yet. */
export interface UnsettledHeadline {
  readonly id: string;
  readonly group: ProductGroup;
  readonly instrumentIds: readonly number[];
  readonly readAtMs: number;
}

export interface HeadlineMove {
  readonly minutes: number;
  /** Change of the price after the headline was read; null where the market was closed or not recorded. */
  readonly ticks: number | null;
}

/** Scores and moves that both have a sign. */
export interface SignCounts {
  readonly minutes: number;
  readonly count: number;
  readonly right: number;
  readonly positiveScores: number;
  readonly positiveMoves: number;
}

export interface ScoreStore {
  /** The newest headlines that the scorer has not scored. */
  unscored(scorer: string, limit: number): Promise<readonly UnscoredHeadline[]>;
  saveScores(
    headlineId: string,
    scorer: string,
    scores: ReadonlyMap<ProductGroup, HeadlineScore>,
  ): Promise<void>;
  /** Of these headlines, by their id. */
  scores(
    headlineIds: readonly string[],
    scorer: string,
    group: ProductGroup,
  ): Promise<ReadonlyMap<string, HeadlineScore>>;
  /** Headlines read before the instant without moves in the market of the source. */
  unsettled(source: FeedSource, readBeforeMs: number, limit: number): Promise<readonly UnsettledHeadline[]>;
  saveMoves(
    headlineId: string,
    group: ProductGroup,
    source: FeedSource,
    moves: readonly HeadlineMove[],
  ): Promise<void>;
  /** Over all headlines of the group in the market of the source. */
  signCounts(scorer: string, group: ProductGroup, source: FeedSource): Promise<readonly SignCounts[]>;
}
