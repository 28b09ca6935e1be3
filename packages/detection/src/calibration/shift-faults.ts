/** What is wrong with the features of calibrated models: refused or idle and not allowed, allowed without need, not measured. */
import type { FeedTier } from '@undertow/market';
import { type FeatureShift, isIdle, isRefused } from '#learning/feature-shift.ts';
import type { ScoreModel } from '#learning/score-model.ts';
import type { Calibrator } from './calibrator.ts';
import type { ModelShifts } from './model-shifts.ts';

/** Features of a model that stay although they separate families better than true from false, or nothing by themselves. */
export interface AllowedShift {
  readonly model: string;
  readonly features: readonly string[];
  /** One sentence. */
  readonly reason: string;
}

type Judged = Pick<Calibrator, 'model' | 'tier' | 'features' | 'scorer'>;

/** A sentence for each fault; empty where every feature that a calibrator uses may be used. */
export function shiftFaults(
  calibrators: readonly Judged[],
  shifts: readonly ModelShifts[],
  allowed: readonly AllowedShift[],
): string[] {
  const read = calibrators.flatMap((one) => featuresOf(one, shifts));
  const refused = read.flatMap((one) => {
    const offence = offenceOf(one, read);
    return offence === null ? [] : [{ ...one, offence }];
  });
  const entries = allowed.flatMap(({ model, features }) => features.map((feature) => ({ model, feature })));
  return [
    ...coverageFaults(calibrators, shifts),
    ...refused
      .filter((one) => !entries.some((entry) => isSame(entry, one)))
      .map(({ model, tier, feature, offence }) => `${model}.${tier}: ${feature} ${offence}`),
    ...entries
      .filter((entry) => !refused.some((one) => isSame(entry, one)))
      .map(({ model, feature }) => `${model}: ${feature} is allowed without need, or unknown`),
    ...entries
      .filter((entry, at) => entries.findIndex((one) => isSame(entry, one)) !== at)
      .map(({ model, feature }) => `${model}: ${feature} is allowed twice`),
  ];
}

interface Named {
  readonly model: string;
  readonly feature: string;
}

const isSame = (one: Named, other: Named): boolean =>
  one.model === other.model && one.feature === other.feature;

const nameOf = ({ model, tier }: Pick<Judged, 'model' | 'tier'>): string => `${model}.${tier}`;

interface ReadFeature extends Named {
  readonly tier: FeedTier;
  readonly shift: FeatureShift;
}

/** Features that the scorer reads, with what was measured of them. */
function featuresOf(
  { model, tier, features, scorer }: Judged,
  shifts: readonly ModelShifts[],
): ReadFeature[] {
  const measured = shifts.find((one) => nameOf(one) === nameOf({ model, tier }))?.features ?? [];
  return measured
    .filter(({ feature }) => uses(scorer, features.indexOf(feature)))
    .map((shift) => ({ model, tier, feature: shift.feature, shift }));
}

/** Idle is a feature only where it is so on every feed: on one, events may be too few to say. */
function offenceOf(one: ReadFeature, read: readonly ReadFeature[]): string | null {
  const { betweenFamilies, betweenClasses, byMovedTruths } = one.shift;
  if (isRefused(one.shift))
    return `separates families by ${betweenFamilies}, true from false by ${betweenClasses}`;
  if (read.filter((other) => isSame(other, one)).every(({ shift }) => isIdle(shift)))
    return `separates true from false by ${betweenClasses}, moved truths by ${byMovedTruths}`;
  return null;
}

function uses(scorer: ScoreModel, at: number): boolean {
  return scorer.kind === 'trees'
    ? Array.from(scorer.questions).includes(at)
    : (scorer.weights[at] ?? 0) !== 0;
}

/** The measured features are those of the calibrators, one by one. */
function coverageFaults(calibrators: readonly Judged[], shifts: readonly ModelShifts[]): string[] {
  const names = new Set([...calibrators, ...shifts].map(nameOf));
  return [...names].flatMap((name) => {
    const wanted = calibrators.filter((one) => nameOf(one) === name).flatMap(({ features }) => features);
    const found = shifts.filter((one) => nameOf(one) === name).flatMap(({ features }) => features);
    const isCovered = wanted.join() === found.map(({ feature }) => feature).join();
    return isCovered ? [] : [`${name}: the measured features are not those of its calibrator`];
  });
}
