/** How good scores of headlines have been: what the track record has of a scorer, by minutes. */
import { type InstrumentNews, SENTIMENT_HORIZONS } from '@undertow/contracts';
import type { TrackFigures } from '@undertow/detection';

type Skill = NonNullable<InstrumentNews['skill']>;

/** Below it no skill is claimed, whatever the share. */
const ENOUGH = 100;

/** What the track record calls the signals of a scorer over so many minutes. */
export const headlineSub = (minutes: number, scorer: string): string => `${minutes} min, ${scorer}`;

/** `measured` where a horizon's whole interval lies above its base rate, over enough headlines. */
export function skillOf(scorer: string, figures: readonly TrackFigures[]): Skill {
  const horizons = SENTIMENT_HORIZONS.flatMap((minutes) => {
    const found = figures.find(({ sub }) => sub === headlineSub(minutes, scorer));
    if (found === undefined) return [];
    const { resolved: count, hits: right, hitRate, baseRate } = found;
    return [{ minutes, count, right, rate: hitRate && baseRate && { ...hitRate, base: baseRate.value } }];
  });
  const hasSkill = horizons.some(
    ({ count, rate }) => count >= ENOUGH && rate !== null && rate.low > rate.base,
  );
  return { scorer, state: hasSkill ? 'measured' : 'experimental', horizons };
}
