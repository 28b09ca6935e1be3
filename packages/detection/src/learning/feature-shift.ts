/**
 * Features that name the market rather than the truth: the largest distance of a feature between one family of markets and
 * the others, within a class, against its distance between true and false within families (Kolmogorov and Smirnov). What is
 * farther apart between families transfers badly: a detector that rests on it recognises the market.
 */
import { kolmogorovDistance } from '#statistics/kolmogorov-distance.ts';
import type { SampleColumns } from './samples.ts';

/** The samples of one session, and the family it was played in. */
export interface FamilySamples {
  readonly family: string;
  readonly columns: SampleColumns;
}

export interface FeatureShift {
  readonly feature: string;
  /** Largest distance of one class between a family and the others, 0 to 1. */
  readonly betweenFamilies: number;
  /** Mean distance between true and false within a family, 0 to 1. */
  readonly betweenClasses: number;
}

/** Fewer samples of a class in a family give a distance by chance. */
const ENOUGH = 100;

/** Distances of every feature; empty where fewer than two families have enough samples. */
export function featureShifts(samples: readonly FamilySamples[], names: readonly string[]): FeatureShift[] {
  const families = [...new Set(samples.map(({ family }) => family))];
  return names.flatMap((feature, at) => {
    const of = (isIn: (family: string) => boolean, truth: 0 | 1): Float64Array =>
      valuesOf(
        samples.filter(({ family }) => isIn(family)),
        at,
        truth,
      );
    const within = families.map((family) =>
      distance(
        of((one) => one === family, 1),
        of((one) => one === family, 0),
      ),
    );
    const between = families.flatMap((family) =>
      ([0, 1] as const).map((truth) =>
        distance(
          of((one) => one === family, truth),
          of((one) => one !== family, truth),
        ),
      ),
    );
    const classes = within.filter((known) => known !== null);
    const shifts = between.filter((known) => known !== null);
    if (classes.length === 0 || shifts.length === 0) return [];
    const betweenClasses = classes.reduce((sum, one) => sum + one, 0) / classes.length;
    return [{ feature, betweenFamilies: Math.max(...shifts), betweenClasses }];
  });
}

/** Features that separate families better than they separate true from false. */
export function refusedFeatures(shifts: readonly FeatureShift[]): string[] {
  return shifts
    .filter(({ betweenFamilies, betweenClasses }) => betweenFamilies > betweenClasses)
    .map(({ feature }) => feature);
}

function valuesOf(samples: readonly FamilySamples[], at: number, truth: 0 | 1): Float64Array {
  const values: number[] = [];
  for (const { columns } of samples)
    for (let row = 0; row < columns.count; row += 1)
      if (columns.truths[row] === truth) values.push(columns.features[row * columns.width + at]!);
  return Float64Array.from(values).sort();
}

/** Null where there are too few values. */
function distance(one: Float64Array, other: Float64Array): number | null {
  return one.length < ENOUGH || other.length < ENOUGH ? null : kolmogorovDistance(one, other);
}
