/** The event of an absorption: its words, its probabilities, its times, and what its evidence says was usual. */
import { type FlowEvent, NS_PER_MS, nsHi, nsLo, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { type Judgement, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { AbsorptionEpisode } from './absorption-episode.ts';
import { type AbsorptionFinding, absorptionEvent, absorptionId } from './absorption-event.ts';
import type { AbsorptionMeasures } from './absorption-features.ts';

const ns = (ms: number): bigint => BigInt(ms) * NS_PER_MS;

/** Hit for four seconds from the second one on. */
function episodeOf(part: Partial<AbsorptionEpisode> = {}): AbsorptionEpisode {
  const times = { startMs: 1000, startHi: nsHi(ns(1000)), startLo: nsLo(ns(1000)) };
  const hits = { lastHitMs: 5000, lastHitHi: nsHi(ns(5000)), lastHitLo: nsLo(ns(5000)) };
  const prices = { anchorTicks: 1000, lowTicks: 1000, highTicks: 1000, absorbed: 1240, side: SIDE_BID };
  return Object.assign(new AbsorptionEpisode(), { ...times, ...hits, ...prices, id: 'known', ...part });
}

interface Given {
  readonly episode?: Partial<AbsorptionEpisode>;
  readonly measures?: Partial<AbsorptionMeasures>;
  readonly existence?: Partial<Judgement>;
  readonly hold?: Judgement;
  readonly cap?: number;
  readonly detectedMs?: number;
  readonly percentile?: number;
}

function eventOf({ cap = 1, detectedMs = 3100, percentile = 0, ...given }: Given = {}): FlowEvent {
  const measures = {
    volumeZ: 3,
    impactZ: 2.5,
    refillRatio: 0.5,
    holdSeconds: Math.log1p(2),
    oneSided: 1,
  };
  const finding: AbsorptionFinding = {
    episode: episodeOf(given.episode),
    measures: { ...measures, ...given.measures } as AbsorptionMeasures,
    existence: { ...SURE, ...given.existence },
    hold: given.hold ?? { ...SURE, confidence: 0.55, low: 0.5, high: 0.6 },
    cap,
    detectedNs: ns(detectedMs),
    neededTicks: 3,
    barriers: { winTicks: 1003, loseTicks: 997, withinMs: 60_000, stayMs: 0 },
  };
  return absorptionEvent(finding, plainView({}), percentile);
}

test.each([
  { side: SIDE_BID, progress: 0, words: '1,240 sold into the bid at 250.00 in 4 s, price moved 0 ticks' },
  { side: SIDE_ASK, progress: 1, words: '1,240 bought from the ask at 250.00 in 4 s, price moved 1 tick' },
  { side: SIDE_ASK, progress: 2, words: '1,240 bought from the ask at 250.00 in 4 s, price moved 2 ticks' },
])('says: $words', ({ side, progress, words }) => {
  const event = eventOf({ episode: { side, progress } });
  expect(event.description).toBe(`${words}; 55% of such held`);
  // Where nothing is known of how such zones go on, nothing is said of it.
  expect(eventOf({ episode: { side, progress }, hold: UNKNOWN_JUDGEMENT }).description).toBe(words);
});

describe('its confidence', () => {
  test('is that the zone holds, beside that somebody absorbs', () => {
    expect(eventOf()).toMatchObject({ confidence: 0.55, existence: 0.8, exact: false, severity: 'medium' });
    const unknown = eventOf({ hold: UNKNOWN_JUDGEMENT });
    expect(unknown.confidence).toBe(0.8);
    expect(unknown).not.toHaveProperty('existence');
  });

  test('is at most what the feed can prove, of both', () => {
    const capped = eventOf({ cap: 0.5 });
    expect(capped).toMatchObject({ confidence: 0.5, confidenceHigh: 0.5, existence: 0.5, severity: 'low' });
    expect(capped.evidence['hold']).toMatchObject({ p: 0.55, low: 0.5, high: 0.6 });
  });

  test.each([
    { confidence: 0.3, withdrawn: false },
    { confidence: 0.29, withdrawn: true },
  ])('of $confidence, half of what raised it, withdraws it: $withdrawn', ({ confidence, withdrawn }) => {
    expect(eventOf({ existence: { confidence } }).isWithdrawn === true).toBe(withdrawn);
  });

  test('makes it severe with its size', () => {
    const severities = [0.74, 0.75, 0.95].map((percentile) => eventOf({ percentile }).severity);
    expect(severities).toEqual(['medium', 'high', 'high']);
    expect(eventOf({ percentile: 0.95, existence: { confidence: 0.9 } }).severity).toBe('critical');
  });
});

test('it was updated by its last hit or when it was found, whichever is later, and lasts a minute and a half', () => {
  expect(eventOf()).toMatchObject({ startNs: ns(1000), detectedNs: ns(3100), updatedNs: ns(5000) });
  expect(eventOf({ detectedMs: 5100 })).toMatchObject({ updatedNs: ns(5100), expiresNs: ns(95_100) });
});

test.each([
  { outcome: 'open', status: 'open' },
  { outcome: 'confirmed', status: 'confirmed' },
  { outcome: 'failed', status: 'failed' },
  { outcome: 'expired', status: 'expired' },
  // To the user it is over; that it never was decided is in the evidence.
  { outcome: 'interrupted', status: 'expired' },
] as const)('a zone that is $outcome is shown as $status', ({ outcome, status }) => {
  expect(eventOf({ episode: { outcome } })).toMatchObject({ status, evidence: { outcome } });
});

test('its zone is the prices that traded, a tick high at least', () => {
  expect(eventOf()).toMatchObject({ priceLowTicks: 1000, priceHighTicks: 1000, zoneHeightTicks: 1 });
  const wide = eventOf({ episode: { lowTicks: 999, highTicks: 1001 } });
  expect(wide).toMatchObject({ priceLowTicks: 999, priceHighTicks: 1001, zoneHeightTicks: 2, size: 1240 });
});

test('a rule is met from what is usual on', () => {
  const met = (measures: Partial<AbsorptionMeasures>): boolean[] =>
    (eventOf({ measures }).evidence['rules'] as { met: boolean }[]).map((rule) => rule.met);
  expect(met({})).toEqual([true, true, true, true]);
  expect(met({ volumeZ: 2.99 })).toEqual([false, true, true, true]);
  expect(met({ impactZ: 2.49 })).toEqual([true, false, true, true]);
  expect(met({ refillRatio: 0.49 })).toEqual([true, true, false, true]);
  expect(met({ holdSeconds: Math.log1p(1.99) })).toEqual([true, true, true, false]);
});

test('its id is that of its side, price and start', () => {
  const idOf = (part: Partial<AbsorptionEpisode>): string => absorptionId(episodeOf(part), plainView({}));
  const others = [{ side: SIDE_ASK }, { anchorTicks: 1001 }, { startLo: nsLo(ns(1001)) }];
  expect(idOf({ absorbed: 1, lastHitMs: 9, id: '' })).toBe(idOf({}));
  expect(new Set([idOf({}), ...others.map(idOf)]).size).toBe(4);
});
