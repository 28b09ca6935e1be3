import { type FeedTier, NS_PER_MS, nsHi, nsLo, SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';
import { SURE } from '#testing/plain-context.ts';
import { plainView } from '#testing/plain-view.ts';
import { CONFLATED_MODEL, LevelEpisode } from './iceberg-conflated-episode.ts';
import { conflatedIcebergEvent, episodeKey } from './iceberg-conflated-event.ts';

const PRICE = 19_000;
const LEVEL = 500;

function market(tier: FeedTier = 'L2C', judge: Judge = fixedJudge(0.9)): HandTape {
  return new HandTape(tier, ['iceberg'], judge)
    .background(PRICE)
    .event(add(LEVEL, SIDE_BID, PRICE, 10))
    .pass(2000);
}

let aggressor = 40_000;

/** Ten contracts trade at the price; a later sample shows the level as large as before, or what is left of it. */
function hit(tape: HandTape, shownAfter: number): void {
  aggressor += 1;
  tape.wait(200).event(trade(aggressor, SIDE_ASK, PRICE, 8), fill(LEVEL, SIDE_BID, PRICE, 8));
  tape.wait(100);
  if (shownAfter === 0) tape.event(cancel(LEVEL, SIDE_BID, PRICE, 10));
  else tape.event(modify(LEVEL, SIDE_BID, PRICE, shownAfter));
}

test('a price that trades more than it showed and gained is raised once, as a lower bound', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  expect(tape.changes[0]).toBe('new');
  expect(tape.changes.slice(1).every((change) => change === 'update')).toBe(true);
  expect(new Set(tape.raised.map(({ event }) => event.id)).size).toBe(1);
  expect(tape.last).toMatchObject({
    type: 'iceberg',
    sub: 'conflated',
    side: 'bid',
    priceTicks: PRICE,
    tier: 'L2C',
    exact: false,
    confidence: 0.9,
    status: 'open',
  });
  const { hiddenAtLeast, executed, shownAtStart, gained } = tape.last.evidence as Record<string, number>;
  expect(hiddenAtLeast).toBe((executed ?? 0) - (shownAtStart ?? 0) - (gained ?? 0));
  expect(tape.last.size).toBe(hiddenAtLeast);
});

test('a level that only loses what trades hides nothing', () => {
  const tape = new HandTape('L2C', ['iceberg'], fixedJudge(0.9)).background(PRICE);
  tape.event(add(LEVEL, SIDE_BID, PRICE, 100)).pass(2000);
  for (let n = 1; n <= 12; n += 1) hit(tape, 100 - 8 * n);
  expect(tape.raised).toEqual([]);
});

test('a level that is seen to gain what then trades hides nothing', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) {
    hit(tape, 2);
    tape.wait(100).event(modify(LEVEL, SIDE_BID, PRICE, 10));
  }
  expect(tape.raised).toEqual([]);
});

test('a price that is traded through ends its event', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  hit(tape, 0);
  expect(tape.last).toMatchObject({ status: 'expired' });
});

test('the window of two minutes ends once', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const before = tape.raised.length;
  tape.pass(121_000).pass(5000);
  expect(tape.raised.length).toBe(before + 1);
  expect(tape.last.status).toBe('expired');
});

test('it is unavailable where refills are exact and where no levels are shown', () => {
  for (const tier of ['L3', 'L2S', 'L1T'] as const) {
    const tape = market(tier);
    for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
    expect(tape.raised.filter(({ event }) => event.sub === 'conflated')).toEqual([]);
  }
});

test('an ask that trades more than it showed is found as a bid is', () => {
  const price = PRICE + 3;
  const tape = new HandTape('L2C', ['iceberg'], fixedJudge(0.9)).background(PRICE);
  tape.event(add(LEVEL, SIDE_ASK, price, 10)).pass(2000);
  for (let n = 1; n <= 12; n += 1) {
    tape.wait(200).event(trade(90_000 + n, SIDE_BID, price, 8), fill(LEVEL, SIDE_ASK, price, 8));
    tape.wait(100).event(modify(LEVEL, SIDE_ASK, price, n % 2 === 0 ? 10 : 9));
  }
  expect(tape.changes[0]).toBe('new');
  expect(tape.last).toMatchObject({ side: 'ask', priceTicks: price, status: 'open' });
  expect(tape.last.description).toMatch(
    /^Ask traded \d+ at 4750\.75, at least \d+ never shown on sampled levels$/,
  );
});

test('it is raised where the level was replenished twice, and updated when two fifths more are hidden', () => {
  const tape = market();
  for (let n = 0; n < 40; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const sizes = tape.raised.map(({ event }) => event.size);
  expect(tape.raised[0]?.event.evidence['replenishments']).toBeGreaterThanOrEqual(2);
  expect(sizes.length).toBeGreaterThan(5);
  for (let n = 1; n < sizes.length; n += 1) {
    expect(sizes[n]!).toBeGreaterThanOrEqual(1.4 * sizes[n - 1]!);
    // A trade of eight hides seven or eight: none of them is waited for in vain.
    expect(sizes[n]! - 8).toBeLessThan(1.4 * sizes[n - 1]!);
  }
});

test('one large trade into a level that then shows as much is not enough, a second one is', () => {
  const tape = market();
  const sweep = (id: number, shownAfter: number): void => {
    tape.wait(200).event(trade(id, SIDE_ASK, PRICE, 30), fill(LEVEL, SIDE_BID, PRICE, 30));
    tape.wait(100).event(modify(LEVEL, SIDE_BID, PRICE, shownAfter));
  };
  sweep(91_001, 9);
  expect(tape.raised).toEqual([]);
  sweep(91_002, 10);
  // Sixty traded; ten were shown at the start and one more was seen to come.
  expect(tape.raised.map(({ change, event }) => [change, event.size])).toEqual([['new', 49]]);
});

test('a price that did not trade for a minute starts again as another event', () => {
  const tape = market();
  for (let n = 0; n < 8; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const [first] = tape.raised;
  tape.pass(61_000);
  for (let n = 0; n < 8; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const ids = [...new Set(tape.raised.map(({ event }) => event.id))];
  expect(ids.length).toBe(2);
  const ended = tape.raised.filter(({ event }) => event.id === first?.event.id).at(-1);
  expect(ended?.event.status).toBe('expired');
  expect(tape.last.evidence['executed']).toBeLessThanOrEqual(64);
});

test('a lost book ends what is shown', () => {
  const tape = market();
  for (let n = 0; n < 12; n += 1) hit(tape, n % 2 === 0 ? 9 : 10);
  const before = tape.raised.length;
  tape.pipeline.onDiscontinuity(0);
  tape.pipeline.onDiscontinuity(0);
  expect(tape.raised.length).toBe(before + 1);
  expect(tape.last.status).toBe('expired');
});

describe('an episode of a level', () => {
  /** Plays trades (negative) and samples (what the level shows) at a level of ten. */
  function played(steps: readonly number[], shown = 10): LevelEpisode {
    const episode = new LevelEpisode();
    episode.begin(SIDE_BID, PRICE, shown);
    for (const step of steps) {
      if (step < 0) episode.noteTrade(-step);
      else episode.noteSample(step);
    }
    return episode;
  }

  test.each([
    { steps: [-8, 2], hidden: 0, gained: 0, replenishments: 0, samples: 1 },
    { steps: [-8, 3], hidden: 0, gained: 0, replenishments: 1, samples: 1 },
    { steps: [-8, 9, -8, 10], hidden: 5, gained: 1, replenishments: 2, samples: 2 },
    // Two trades before a sample count together
    { steps: [-5, -5, 1], hidden: 0, gained: 0, replenishments: 1, samples: 1 },
    { steps: [-15, 10], hidden: 5, gained: 0, replenishments: 1, samples: 1 },
    { steps: [-15, 0], hidden: 5, gained: 0, replenishments: 0, samples: 1 },
    // Without a trade before it a sample proves nothing
    { steps: [30, 5, 30], hidden: 0, gained: 45, replenishments: 0, samples: 0 },
    { steps: [30, -40, 10], hidden: 10, gained: 20, replenishments: 1, samples: 1 },
  ])('that sees $steps hides $hidden at least', ({ steps, ...expected }) => {
    expect(played(steps)).toMatchObject(expected);
  });

  test('never claims more than was hidden, where every change is sampled', () => {
    const steps = fc.array(
      fc.record({ traded: fc.nat({ max: 30 }), reinstated: fc.nat({ max: 30 }), added: fc.nat({ max: 9 }) }),
      {
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), steps, (start, all) => {
        const episode = new LevelEpisode();
        episode.begin(SIDE_BID, PRICE, start);
        let [shown, hidden] = [start, 0];
        for (const { traded, reinstated, added } of all) {
          shown += added;
          episode.noteSample(shown);
          const taken = Math.min(traded, shown + reinstated);
          if (taken > 0) episode.noteTrade(taken);
          shown += reinstated - taken;
          hidden += reinstated;
          episode.noteSample(shown);
        }
        expect(episode.hidden).toBeGreaterThanOrEqual(0);
        expect(episode.hidden).toBeLessThanOrEqual(hidden);
        expect(episode.replenishments).toBeLessThanOrEqual(episode.samples);
      }),
      { numRuns: 60 },
    );
  });

  test('has the features of its definition, and forgets them when it begins again', () => {
    const episode = played([-8, 9, -8, 10]);
    Object.assign(episode, { startMs: 1000, lastMs: 10_000, raised: true, key: 'one', judgedHidden: 5 });
    episode.writeFeatures(5);
    const expected = [1, Math.log2(3), 1, 5 / 16, Math.log2(11 / 6), 1, 1];
    for (const [at, value] of expected.entries()) expect(episode.features[at]).toBeCloseTo(value, 12);
    expect(CONFLATED_MODEL.features.length).toBe(expected.length);
    episode.begin(SIDE_ASK, PRICE + 1, 3);
    expect(episode).toMatchObject({
      key: '',
      raised: false,
      judgedHidden: 0,
      hidden: 0,
      trades: 0,
      traded: 0,
    });
    episode.writeFeatures(3);
    expect([...episode.features.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('is an event with its own id, the bound as its size, and whether the rule held', () => {
    const view = plainView({ tier: 'L2C' });
    const episode = played([-1000, 9, -1000, 10]);
    const startNs = 1_703_602_800_000n * NS_PER_MS;
    const [hi, lo] = [nsHi(startNs), nsLo(startNs)];
    Object.assign(episode, { startHi: hi, startLo: lo, lastHi: hi, lastLo: lo, judgement: SURE });
    episode.key = episodeKey(episode, view);
    const event = conflatedIcebergEvent(episode, view, { percentile: 0.8, expired: false });
    expect(event).toMatchObject({
      size: 1989,
      startNs,
      expiresNs: startNs + 120_000n * NS_PER_MS,
      severity: 'high',
    });
    expect(event.description).toBe(
      'Bid traded 2,000 at 4750.00, at least 1,989 never shown on sampled levels',
    );
    expect(event.evidence['rules']).toMatchObject([
      { value: '2', met: true },
      { value: '0.80', met: true },
    ]);
    episode.replenishments = 1;
    const rules = conflatedIcebergEvent(episode, view, { percentile: 0, expired: true }).evidence['rules'];
    expect(rules).toMatchObject([{ value: '1', met: false }, { met: true }]);
    episode.startLo += 1;
    expect(episodeKey(episode, view)).not.toBe(event.id);
  });
});
