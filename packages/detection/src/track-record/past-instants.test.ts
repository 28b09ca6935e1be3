/** Base rates: the same barriers at past instants of the same volatility, known by now and within an hour. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Passage } from './passage.ts';
import { PastInstants } from './past-instants.ts';
import type { VolatilityThird } from './track-row.ts';

const START = Date.UTC(2026, 10, 20, 16);
/** Two ticks up before two down within a minute. */
const RULE: Passage = {
  fromMs: 0,
  midTicks: 0,
  direction: 1,
  targetTicks: 2,
  adverseTicks: 2,
  horizonMs: MINUTE_MS,
  stayMs: 0,
  isAtEnd: false,
  isMissAtEnd: false,
};

interface Played {
  readonly past: PastInstants;
  readonly nowMs: number;
}
/** A mid each second, as `midOf` gives it by the second. */
function play(
  seconds: number,
  midOf: (second: number) => number,
  volatilityOf: (second: number) => VolatilityThird = () => 'middle',
): Played {
  const past = new PastInstants();
  for (let second = 0; second <= seconds; second += 1)
    past.add(START + second * 1000, midOf(second), () => volatilityOf(second));
  return { past, nowMs: START + seconds * 1000 };
}
const rateOf = ({ past, nowMs }: Played, rule: Passage = RULE, volatility: VolatilityThird = 'middle') =>
  past.baseRate(rule, volatility, nowMs);

test('a market that only rises meets a rise always and a fall never', () => {
  const rising = play(600, (second) => 1000 + second);
  // One instant each half minute; those of the last 62 seconds may still be open
  expect(rateOf(rising)).toEqual({ resolved: 18, rate: 1 });
  expect(rateOf(rising, { ...RULE, direction: -1 })).toEqual({ resolved: 18, rate: 0 });
});

test('a market that stands still decides nothing where the end decides nothing, and misses where it does', () => {
  const still = play(600, () => 1000);
  expect(rateOf(still)).toBeNull();
  expect(rateOf(still, { ...RULE, isMissAtEnd: true })).toEqual({ resolved: 18, rate: 0 });
});

test('only instants of the same volatility are compared', () => {
  const turning = play(
    1200,
    (second) => (second < 600 ? 1000 + second : 1600 - (second - 600)),
    (second) => (second < 600 ? 'low' : 'high'),
  );
  expect(rateOf(turning, RULE, 'low')?.rate).toBe(1);
  expect(rateOf(turning, RULE, 'high')?.rate).toBe(0);
  expect(rateOf(turning, RULE, 'middle')).toBeNull();
});

test('nothing is known before the time of the rule is over', () => {
  expect(rateOf(play(61, (second) => 1000 + second))).toBeNull();
  expect(rateOf(play(62, (second) => 1000 + second))).toEqual({ resolved: 1, rate: 1 });
});

test('instants of more than an hour before are left out, also where the history holds them', () => {
  const { past, nowMs } = play(5000, (second) => (second < 1200 ? 1000 + second : 2200 - second / 2));
  expect(past.baseRate(RULE, 'middle', nowMs)).toEqual({ resolved: HOUR_MS / 30_000, rate: 0 });
});

test('a history longer than what is kept gives the same figure', () => {
  expect(rateOf(play(20_000, (second) => 1000 + second))).toEqual({ resolved: 120, rate: 1 });
});

test('no outcome reaches across a break of the price path', () => {
  const { past, nowMs } = play(600, (second) => 1000 + second);
  past.clear();
  expect(past.baseRate(RULE, 'middle', nowMs)).toBeNull();
  for (let second = 601; second <= 700; second += 1) past.add(START + second * 1000, 900, () => 'middle');
  expect(past.baseRate(RULE, 'middle', START + 700_000)).toBeNull();
});

test('the longest rule still finds instants in what is kept', () => {
  const half = { ...RULE, horizonMs: 30 * MINUTE_MS, targetTicks: 10, adverseTicks: 10 };
  expect(
    rateOf(
      play(6500, (second) => 1000 + second / 60),
      half,
    )?.rate,
  ).toBe(1);
});
