/** How far the features of a model in recordings are from those in families of simulated markets (Kolmogorov and Smirnov). */
import { kolmogorovDistance, type SampleColumns } from '@undertow/detection';
import type { ModelLooks } from '#evaluation/session-task.ts';
import type { FamilyLooks } from './family-looks.ts';

/** Fewer candidates on either side give a distance by chance. */
export const ENOUGH_CANDIDATES = 20;
/** 95 % quantile of the two-sample distance, times the root of 1/n + 1/m. */
const NOISE = 1.358;

/** One feature, and the family it is closest to. */
export interface FeatureDistance {
  readonly feature: string;
  readonly family: string;
  readonly distance: number;
  /** What chance alone exceeds once in twenty. Looks of one candidate are alike: candidates are counted. */
  readonly noise: number;
}

export interface ModelDistance {
  readonly model: string;
  readonly candidates: number;
  /** Mean distance of its features, the nearest family first. */
  readonly families: readonly { readonly family: string; readonly mean: number }[];
  /** The farthest first. */
  readonly features: readonly FeatureDistance[];
}

/** Null where the recordings or all families have too few candidates. */
export function modelDistance(recorded: ModelLooks, families: FamilyLooks): ModelDistance | null {
  if (recorded.candidates < ENOUGH_CANDIDATES) return null;
  const distances = [...families].flatMap(([family, models]) => {
    const looks = models.get(recorded.name);
    return looks === undefined || looks.candidates < ENOUGH_CANDIDATES
      ? []
      : [distancesTo(family, looks, recorded)];
  });
  if (distances.length === 0) return null;
  const means = distances.map((features) => ({
    family: (features[0] as FeatureDistance).family,
    mean: features.reduce((sum, { distance }) => sum + distance, 0) / features.length,
  }));
  const nearest = recorded.features.map((_, at) =>
    distances
      .map((features) => features[at] as FeatureDistance)
      .reduce((best, one) => (one.distance < best.distance ? one : best)),
  );
  return {
    model: recorded.name,
    candidates: recorded.candidates,
    families: means.sort((a, b) => a.mean - b.mean),
    features: nearest.sort((a, b) => b.distance - a.distance),
  };
}

function distancesTo(family: string, looks: ModelLooks, recorded: ModelLooks): FeatureDistance[] {
  const noise = NOISE * Math.sqrt(1 / recorded.candidates + 1 / looks.candidates);
  return recorded.features.map((feature, at) => ({
    feature,
    family,
    distance: kolmogorovDistance(valuesOf(recorded.samples, at), valuesOf(looks.samples, at)),
    noise,
  }));
}

function valuesOf({ features, width, count }: SampleColumns, at: number): Float64Array {
  return Float64Array.from({ length: count }, (_, row) => features[row * width + at]!).sort();
}
