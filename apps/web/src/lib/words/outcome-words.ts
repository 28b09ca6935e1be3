/** How an event came out, in words. Pure. */
import type { EventOutcome } from '@undertow/contracts';

const STATES: Readonly<Record<EventOutcome['state'], string>> = {
  none: 'No outcome declared',
  pending: 'Pending',
  hit: 'Hit',
  miss: 'Miss',
  unknown: 'Cannot be determined',
};

export function outcomeTitle({ state }: EventOutcome): string {
  return STATES[state];
}

function ticks(count: number): string {
  const text = Number.isInteger(count) ? String(count) : count.toFixed(1);
  return `${text} ${count === 1 ? 'tick' : 'ticks'}`;
}

/** What was declared when the event was raised. */
export function declaredWords({ declared }: EventOutcome): string {
  if (declared === null) return 'This event forecasts nothing, or was not recorded in the track record.';
  const { rule, direction, targetTicks, adverseTicks, horizonSeconds, staySeconds, probability } = declared;
  const way = direction === 'either' ? 'either way' : direction;
  const adverse = adverseTicks === null ? '' : ` before ${ticks(adverseTicks)} against`;
  const stay = staySeconds === 0 ? '' : `, staying there for ${staySeconds} s`;
  const barriers =
    horizonSeconds === 0
      ? 'settled by the detector itself'
      : `${targetTicks < 0 ? `at most ${ticks(-targetTicks)} against` : `${ticks(targetTicks)} ${way}`}${adverse} within ${horizonSeconds} s${stay}`;
  const forecast = probability === null ? '' : `, forecast ${Math.round(probability * 100)}%`;
  return `Declared when it was raised: “${rule}”, ${barriers}${forecast}.`;
}
