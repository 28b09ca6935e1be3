/** How far the features of each calibrated model separate families of markets, as measured on the sessions of its training. */
import { FEED_TIERS, type FeedTier } from '@undertow/market';
import type { FeatureShift } from '#learning/feature-shift.ts';
import { PlainObject } from './plain-data.ts';

/** One of `feature-shifts.json`, which nothing but a test reads. */
export interface ModelShifts {
  readonly model: string;
  readonly tier: FeedTier;
  /** Command that measures them again. */
  readonly command: string;
  readonly seeds: string;
  readonly features: readonly FeatureShift[];
}

/** Throws `PlainDataError` where the data is not a list of shifts. */
export function readModelShifts(value: unknown): ModelShifts[] {
  return new PlainObject(value, 'shifts').objects('models').map((one) => ({
    model: one.text('model'),
    tier: one.oneOf('tier', FEED_TIERS),
    command: one.text('command'),
    seeds: one.text('seeds'),
    features: one.objects('features').map((feature) => ({
      feature: feature.text('feature'),
      betweenFamilies: feature.share('betweenFamilies'),
      byChance: feature.share('byChance'),
      betweenClasses: feature.share('betweenClasses'),
      byMovedTruths: feature.share('byMovedTruths'),
    })),
  }));
}
