import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge, ModelSpec } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
const BID_ORDER = 500;
const ASK_ORDER = 501;

interface Looked {
  readonly model: string;
  readonly features: readonly number[];
}

/** A judge that is certain and records its candidates and their outcomes. */
function keeping(confidence: number): { judge: Judge; looks: Looked[]; outcomes: (boolean | null)[] } {
  const looks: Looked[] = [];
  const outcomes: (boolean | null)[] = [];
  const sure = fixedJudge(confidence);
  return {
    looks,
    outcomes,
    judge: {
      judge: (model: ModelSpec, candidate) => {
        looks.push({ model: model.name, features: Array.from(candidate.features) });
        return sure.judge(model, candidate);
      },
      resolve: (_model, _key, outcome) => outcomes.push(outcome),
    },
  };
}

/** A market of 200 contracts a level in which one contract trades a second on either side, for three minutes. */
function market(tier: FeedTier = 'L3', judge: Judge = fixedJudge(0.9)): HandTape {
  const tape = new HandTape(tier, ['absorption'], judge);
  for (let n = 1; n <= 10; n += 1) {
    tape.event(add(100 + n, SIDE_BID, PRICE - n, 200), add(200 + n, SIDE_ASK, PRICE + 1 + n, 200));
  }
  tape.event(add(BID_ORDER, SIDE_BID, PRICE, 200), add(ASK_ORDER, SIDE_ASK, PRICE + 1, 200));
  for (let n = 0; n < 90; n += 1) {
    sell(tape.wait(1000), 1);
    buy(tape.wait(1000), 1);
  }
  return tape;
}

let aggressor = 40_000;

/** A sell order takes `size` of the best bid, which shows 200 again in the same event. */
function sell(tape: HandTape, size: number): HandTape {
  aggressor += 1;
  return tape.event(
    trade(aggressor, SIDE_ASK, PRICE, size),
    fill(BID_ORDER, SIDE_BID, PRICE, size),
    modify(BID_ORDER, SIDE_BID, PRICE, 200),
  );
}

function buy(tape: HandTape, size: number): HandTape {
  aggressor += 1;
  return tape.event(
    trade(aggressor, SIDE_BID, PRICE + 1, size),
    fill(ASK_ORDER, SIDE_ASK, PRICE + 1, size),
    modify(ASK_ORDER, SIDE_ASK, PRICE + 1, 200),
  );
}

function hits(tape: HandTape, count: number, size: number): HandTape {
  for (let n = 0; n < count; n += 1) sell(tape.wait(250), size);
  return tape.wait(200).pass(200);
}

test('heavy selling into a bid that refills is raised once and continues as updates of one event', () => {
  const tape = hits(market(), 12, 30);
  expect(tape.changes[0]).toBe('new');
  expect(tape.changes.slice(1).every((change) => change === 'update')).toBe(true);
  const first = tape.raised[0]?.event;
  expect(first).toMatchObject({ type: 'absorption', side: 'bid', status: 'open', exact: false, sub: null });
  expect(first?.priceTicks).toBe(PRICE);
  const before = tape.raised.length;
  hits(tape, 24, 30);
  expect(tape.raised.length).toBeGreaterThan(before);
  expect(new Set(tape.raised.map(({ event }) => event.id)).size).toBe(1);
  expect(tape.last.size).toBeGreaterThan(900);
  expect(tape.last.description).toMatch(
    /^[\d,]+ sold into the bid at 4750\.00 in \d+ s, price moved 0 ticks; 90% of such held$/,
  );
  expect(tape.last.evidence).toMatchObject({ hold: { p: 0.9, low: 0.9, high: 0.9 }, outcome: 'open' });
  expect(Number(tape.last.evidence['refillRatio'])).toBeCloseTo(1);
});

test('the usual trickle of trades is not looked at', () => {
  const kept = keeping(0.9);
  const tape = market('L3', kept.judge);
  for (let n = 0; n < 60; n += 1) {
    sell(tape.wait(1000), 1);
    buy(tape.wait(1000), 1);
  }
  expect(kept.looks).toEqual([]);
  expect(tape.raised).toEqual([]);
});

test('a doubtful candidate is judged but not raised', () => {
  const kept = keeping(0.59);
  const tape = hits(market('L3', kept.judge), 24, 30);
  expect(kept.looks.length).toBeGreaterThan(2);
  expect(tape.raised).toEqual([]);
});

test('heavy trading in both directions is churn and is not looked at as one-sided', () => {
  const kept = keeping(0.9);
  const tape = market('L3', kept.judge);
  for (let n = 0; n < 24; n += 1) {
    buy(tape.wait(100), 60);
    sell(tape.wait(150), 30);
  }
  tape.pass(300);
  expect(tape.raised.filter(({ event }) => event.side === 'bid')).toEqual([]);
});

test('a zone that price trades through by two ticks has failed', () => {
  const kept = keeping(0.9);
  const tape = hits(market('L3', kept.judge), 16, 30);
  aggressor += 1;
  tape
    .wait(100)
    .event(
      trade(aggressor, SIDE_ASK, PRICE, 200),
      fill(BID_ORDER, SIDE_BID, PRICE, 200),
      cancel(BID_ORDER, SIDE_BID, PRICE, 200),
      ...[1, 2, 3].flatMap((n) => [
        trade(aggressor, SIDE_ASK, PRICE - n, 200),
        fill(100 + n, SIDE_BID, PRICE - n, 200),
        cancel(100 + n, SIDE_BID, PRICE - n, 200),
      ]),
    );
  tape.pass(200);
  expect(tape.last.status).toBe('failed');
  expect(kept.outcomes).toEqual([false]);
});

/** Takes away the asks up to four ticks above the zone and lets bids follow. */
function riseAway(tape: HandTape): HandTape {
  tape.event(cancel(ASK_ORDER, SIDE_ASK, PRICE + 1, 200));
  for (let n = 1; n <= 4; n += 1) tape.event(cancel(200 + n, SIDE_ASK, PRICE + 1 + n, 200));
  return tape.event(add(900, SIDE_BID, PRICE + 4, 50));
}

test('a zone that price leaves by three ticks within a minute is confirmed, and its update does not move its time', () => {
  const kept = keeping(0.9);
  const tape = hits(market('L3', kept.judge), 16, 30);
  const { updatedNs } = tape.last;
  riseAway(tape.wait(1000)).pass(300);
  expect(tape.last).toMatchObject({ status: 'confirmed', updatedNs });
  expect(kept.outcomes).toEqual([true]);
});

test('a zone that nobody hits any more expires after a minute and a half', () => {
  const kept = keeping(0.9);
  const tape = hits(market('L3', kept.judge), 16, 30);
  tape.pass(85_000);
  expect(tape.last.status).toBe('open');
  tape.pass(10_000);
  expect(tape.last.status).toBe('expired');
  expect(kept.outcomes).toEqual([false]);
});

test('a lost book ends it without an outcome', () => {
  const kept = keeping(0.9);
  const tape = hits(market('L3', kept.judge), 16, 30);
  tape.pipeline.onDiscontinuity(0);
  expect(tape.last.status).toBe('expired');
  expect(kept.outcomes).toEqual([null]);
});

test.each(['L2S', 'L2C', 'L1T'] as const)(
  'on %s the probability is capped at what the tier can prove',
  (tier) => {
    const tape = hits(market(tier, fixedJudge(0.95)), 16, 30);
    expect(tape.changes[0]).toBe('new');
    expect(tape.last.confidence).toBe({ L2S: 0.95, L2C: 0.8, L1T: 0.6 }[tier]);
  },
);

test('every feature of every look is a finite number, as many as the model names', () => {
  const kept = keeping(0.9);
  riseAway(hits(market('L3', kept.judge), 40, 25).wait(500)).pass(2000);
  expect(kept.looks.length).toBeGreaterThan(5);
  for (const { model, features } of kept.looks) {
    expect(features.length).toBe(model === 'absorption' ? 21 : 12);
    expect(features.every(Number.isFinite)).toBe(true);
  }
});
