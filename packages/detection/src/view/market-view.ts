/** The read-only facts a detector may look at. */
import type { ViewFacts } from '#facts/view-facts.ts';
import type { LevelMap } from '#level-map/level-map.ts';

export interface MarketView extends ViewFacts {
  /** Zones of support and resistance with their touches; made when first requested, kept up to date from then on. */
  readonly levelMap: LevelMap;
}
