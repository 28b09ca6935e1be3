/** The port of what is stored of scores. How good they have been is in the track record. */
import type { ProductGroup } from '@undertow/market';
import type { HeadlineScore } from './headline-scorer.ts';

export interface UnscoredHeadline {
  readonly id: string;
  readonly title: string;
  readonly instrumentIds: readonly number[];
  readonly readAtMs: number;
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
}
