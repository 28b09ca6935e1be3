import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { CandidateFacts, Judge, ModelSpec } from '#calibration/judge.ts';
import { add, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
let nextId = 50_000;

/** One trade a second, one tick at a time, up or down to a price. */
function walk(tape: HandTape, fromTicks: number, toTicks: number): HandTape {
  const step = Math.sign(toTicks - fromTicks);
  for (let price = fromTicks; price !== toTicks + step; price += step) {
    nextId += 1;
    tape.wait(1000).event(trade(nextId, step > 0 ? SIDE_BID : SIDE_ASK, price, 2));
  }
  return tape;
}

function market(judge: Judge = fixedJudge(0.7), tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['support', 'resistance'], judge);
  for (let n = 1; n <= 20; n += 1) {
    tape.event(add(n, SIDE_BID, PRICE - 40 - n, 5), add(100 + n, SIDE_ASK, PRICE + 80 + n, 5));
  }
  return tape.event(trade(9999, SIDE_BID, PRICE, 1));
}

/** Price goes up and down a range of forty ticks: its ends hold, everything between is passed. */
function range(tape: HandTape, rounds: number): HandTape {
  for (let n = 0; n < rounds; n += 1) {
    walk(tape, PRICE, PRICE + 40);
    walk(tape, PRICE + 40, PRICE);
  }
  return tape;
}

test('the ends of a range that held are distinguished from the prices between them', () => {
  const tape = range(market(), 20);
  const raised = tape.raised.filter(({ change }) => change === 'new').map(({ event }) => event);
  expect(raised.map(({ type }) => type)).toContain('support');
  expect(raised.map(({ type }) => type)).toContain('resistance');
  for (const event of raised) {
    const end = event.type === 'support' ? PRICE : PRICE + 40;
    expect(event.priceLowTicks).toBeLessThanOrEqual(end + 2);
    expect(event.priceHighTicks).toBeGreaterThanOrEqual(end - 2);
    expect(event).toMatchObject({
      side: event.type === 'support' ? 'bid' : 'ask',
      status: 'open',
      exact: false,
      confidence: 0.7,
      calibrator: 'fixed@0',
      degraded: false,
    });
    expect(event.evidence['qValue']).toBeLessThanOrEqual(0.1);
    expect(event.evidence['nullMean']).toBeLessThan(0.5);
    expect(event.evidence['confluence']).toContain('swing');
  }
});

test('whether it is a level is judged separately from whether price turns there', () => {
  const judge: Judge = {
    judge: ({ name }) => ({
      ...{ score: 0, low: 0, high: 1, base: 0.5, calibrator: 'fixed@0', raiseFrom: 0.6 },
      confidence: name === 'level' ? 0.9 : 0.4,
    }),
    resolve: () => undefined,
  };
  const raised = range(market(judge), 20).raised.filter(({ change }) => change === 'new');
  expect(raised.length).toBeGreaterThan(0);
  for (const { event } of raised) {
    expect(event).toMatchObject({ existence: 0.9, confidence: 0.4 });
    expect(event.evidence['bounce']).toMatchObject({ p: 0.4 });
  }
});

test('what turned price three times is raised, whatever its probability of being somebody’s level', () => {
  const raised = range(market(fixedJudge(0.59)), 20).raised.filter(({ change }) => change === 'new');
  expect(raised.length).toBeGreaterThan(0);
  for (const { event } of raised) expect(event.evidence['touchesInRole']).toBeGreaterThanOrEqual(3);
});

test('the features of a zone do not depend on whether its significance was requested', () => {
  /** How the fullest price of a zone compares with arbitrary prices, at each look of a judge so sure. */
  const looksOf = (confidence: number): Map<string, number> => {
    nextId = 50_000;
    const looks = new Map<string, number>();
    const fixed = fixedJudge(confidence);
    const judge: Judge = {
      ...fixed,
      judge: (model, candidate) => {
        if (model.name === 'level') looks.set(`${candidate.key}|${candidate.timeMs}`, candidate.features[0]!);
        return fixed.judge(model, candidate);
      },
    };
    const tape = market(judge);
    // Closer to the ends of the range, so that what rests there is visible.
    for (let n = 1; n <= 20; n += 1) {
      tape.event(add(300 + n, SIDE_BID, PRICE - n, 5 + n), add(400 + n, SIDE_ASK, PRICE + 40 + n, 5 + n));
    }
    range(tape, 20);
    return looks;
  };
  const requested = looksOf(0.9);
  const unrequested = looksOf(0.5);
  const both = [...unrequested].filter(([look]) => requested.has(look));
  expect(both.filter(([, fullest]) => fullest !== 0).length).toBeGreaterThan(20);
  expect(both.filter(([look, fullest]) => requested.get(look) !== fullest).length).toBe(0);
});

test('a zone is raised once and continues as updates while price comes and goes', () => {
  const tape = range(market(), 20);
  const raised = tape.raised.filter(({ change }) => change === 'new');
  expect(new Set(raised.map(({ event }) => event.id)).size).toBe(raised.length);
  expect(raised.length).toBeLessThanOrEqual(4);
  const updates = tape.raised.filter(({ change }) => change === 'update');
  expect(updates.length).toBeGreaterThan(2 * raised.length);
  expect(updates.some(({ event }) => event.status === 'confirmed')).toBe(true);
});

test('a zone that price trades through has failed, and is no support any more', () => {
  const tape = range(market(), 20);
  walk(tape, PRICE, PRICE + 20);
  walk(tape, PRICE + 20, PRICE - 30);
  const support = tape.raised.filter(({ event }) => event.type === 'support').at(-1);
  expect(support?.event.status).toBe('failed');
  expect(support?.event.evidence['outcome']).toBe('broken');
});

test('every approach is judged by what was known and answered by its outcome', () => {
  const looks: CandidateFacts[] = [];
  const outcomes = new Map<string, boolean | null>();
  const judgement = {
    score: 0,
    confidence: 0.5,
    low: 0,
    high: 1,
    base: 0.5,
    calibrator: 'score',
    raiseFrom: 0.6,
  };
  const judge: Judge = {
    judge: (_model: ModelSpec, candidate) => {
      looks.push({ ...candidate, features: Array.from(candidate.features) });
      return judgement;
    },
    resolve: (_model, key, outcome) => {
      expect(outcomes.has(key)).toBe(false);
      outcomes.set(key, outcome);
    },
  };
  range(market(judge), 15);
  expect(outcomes.size).toBeGreaterThan(20);
  expect(new Set(outcomes.values())).toEqual(
    new Set([true, false, null].filter((one) => [...outcomes.values()].includes(one))),
  );
  const judged = new Set(looks.map(({ key }) => key));
  for (const key of outcomes.keys()) expect(judged.has(key)).toBe(true);
  for (const { features } of looks) {
    for (const value of Array.from(features)) expect(Number.isFinite(value)).toBe(true);
  }
});

test('the same tape raises the same zones', () => {
  const first = range(market(), 20);
  nextId = 50_000;
  const again = range(market(), 20);
  expect(again.raised.map(({ event }) => [event.id, event.confidence, event.status])).toEqual(
    first.raised.map(({ event }) => [event.id, event.confidence, event.status]),
  );
});

test('a lost book ends the approach without an answer', () => {
  const tape = range(market(), 20);
  walk(tape, PRICE, PRICE + 30);
  walk(tape, PRICE + 30, PRICE + 5);
  expect(tape.last.status).toBe('open');
  tape.pipeline.onDiscontinuity(0);
  expect(tape.last).toMatchObject({ status: 'expired' });
  expect(tape.last.evidence['outcome']).toBe('interrupted');
});

test.each(['L2S', 'L2C', 'L1T'] as const)('%s shows the ends of a range as well', (tier) => {
  const tape = range(market(fixedJudge(0.7), tier), 20);
  const raised = tape.raised.filter(({ change }) => change === 'new').map(({ event }) => event);
  expect(new Set(raised.map(({ type }) => type))).toEqual(new Set(['support', 'resistance']));
  for (const event of raised) expect(event.tier).toBe(tier);
});
