/** When rules fire, and when they do not. */

import type { AlertCondition } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf, ES, makeRule, makeStep, path, T } from '#testing/rule-board.ts';
import { makeEvent } from '#testing/views.ts';
import { compileRule } from './compile-rule.ts';

/** 5000.00 on ES. */
const LEVEL = 20_000;
type LevelTest = Extract<AlertCondition, { kind: 'price_level' }>['test'];
const level = (test: LevelTest, price = '5000.00'): AlertCondition => ({ kind: 'price_level', test, price });
const move = (direction: 'up' | 'down' | 'either', ticks: number, withinMinutes = 5): AlertCondition => ({
  kind: 'price_move',
  direction,
  ticks,
  percent: null,
  withinMinutes,
});

describe('a price that is crossed', () => {
  test('fires when trades change sides, once for each change', () => {
    const { trade } = boardOf(level('crosses'));
    expect(trade(LEVEL - 2)).toEqual([]);
    expect(trade(LEVEL)).toEqual([]);
    expect(trade(LEVEL + 1)).toEqual(['ES crossed above 5000.00']);
    expect(trade(LEVEL + 5)).toEqual([]);
    expect(trade(LEVEL - 1)).toEqual(['ES crossed below 5000.00']);
  });

  test('does not fire for price that reaches it and returns', () => {
    const { trade } = boardOf(level('crosses'));
    trade(LEVEL - 2);
    expect(trade(LEVEL)).toEqual([]);
    expect(trade(LEVEL - 1)).toEqual([]);
  });

  test('fires for a crossing and the return between two updates', () => {
    const { trade } = boardOf(level('crosses_above'), level('crosses_below'));
    trade(LEVEL - 2);
    expect(trade(LEVEL - 2, LEVEL + 3, LEVEL - 1)).toEqual([
      'ES crossed above 5000.00',
      'ES crossed below 5000.00',
    ]);
  });

  test('fires for a gap over it', () => {
    const { trade } = boardOf(level('crosses_above'));
    trade(LEVEL - 10);
    expect(trade(LEVEL + 10, LEVEL + 12)).toEqual(['ES crossed above 5000.00']);
  });

  test('does not fire because price is there already when the rule is created', () => {
    const { trade, board } = boardOf();
    trade(LEVEL + 10);
    board.add(compileRule(makeRule('late', level('crosses_above')), ES, 10));
    expect(trade(LEVEL + 12)).toEqual([]);
  });

  test('follows history without firing', () => {
    const { step, trade } = boardOf(level('crosses'));
    expect(step({ traded: path(LEVEL - 2), isHistory: true })).toEqual([]);
    expect(step({ traded: path(LEVEL + 2), isHistory: true })).toEqual([]);
    expect(trade(LEVEL - 1)).toEqual(['ES crossed below 5000.00']);
  });

  test('is crossed as often as a plain loop over every trade finds', () => {
    const ticks = fc.array(fc.integer({ min: LEVEL - 4, max: LEVEL + 4 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(ticks, (prices) => {
        const { trade } = boardOf(level('crosses'));
        const fired = prices.flatMap((price) => trade(price));
        let side = 0;
        let changes = 0;
        for (const price of prices) {
          const now = Math.sign(price - LEVEL);
          if (now !== 0 && side !== 0 && now !== side) changes += 1;
          if (now !== 0) side = now;
        }
        expect(fired).toHaveLength(changes);
      }),
    );
  });
});

describe('a price that is reached', () => {
  test('fires at a touch from either side, and again after trades have left it', () => {
    const { trade } = boardOf(level('reaches'));
    trade(LEVEL - 2);
    expect(trade(LEVEL)).toEqual(['ES reached 5000.00']);
    expect(trade(LEVEL)).toEqual([]);
    expect(trade(LEVEL + 1)).toEqual([]);
    expect(trade(LEVEL)).toEqual(['ES reached 5000.00']);
  });

  test('fires for trades that jump through it', () => {
    const { trade } = boardOf(level('reaches'));
    trade(LEVEL + 5);
    expect(trade(LEVEL - 5)).toEqual(['ES reached 5000.00']);
  });

  test('touches only its own prices among many', () => {
    const prices = ['4999.00', '5000.00', '5001.00', '5002.00'];
    const { trade } = boardOf(...prices.map((price) => level('reaches', price)));
    trade(LEVEL - 1);
    expect(trade(LEVEL + 4)).toEqual(['ES reached 5000.00', 'ES reached 5001.00']);
  });

  test('a rule that was removed is silent, its neighbour at the same price is not', () => {
    const { trade, board } = boardOf(level('reaches'));
    const other = compileRule(makeRule('other', level('reaches')), ES, 10);
    board.add(other);
    board.remove(other);
    trade(LEVEL - 2);
    expect(trade(LEVEL)).toEqual(['ES reached 5000.00']);
    expect(board.size).toBe(1);
  });
});

describe('a move within minutes', () => {
  test('fires when the way from the lowest price is long enough, and not again while the condition holds', () => {
    const { trade } = boardOf(move('up', 8));
    trade(LEVEL);
    expect(trade(LEVEL + 7)).toEqual([]);
    expect(trade(LEVEL + 8)).toEqual(['ES up 8 ticks in 5 min']);
    expect(trade(LEVEL + 9)).toEqual([]);
  });

  test('does not count what happened longer ago', () => {
    const { trade, wait } = boardOf(move('up', 8));
    trade(LEVEL);
    wait(5 * MINUTE_MS);
    expect(trade(LEVEL + 8)).toEqual([]);
  });

  test('falls count for rules of falls', () => {
    const { trade } = boardOf(move('down', 8), move('up', 8), move('either', 8));
    trade(LEVEL);
    expect(trade(LEVEL - 9)).toEqual(['ES down 9 ticks in 5 min', 'ES down 9 ticks in 5 min']);
  });

  test('a percentage is of the price that it began at', () => {
    const { trade } = boardOf({ ...move('up', 1), ticks: null, percent: 1 } as AlertCondition);
    trade(LEVEL);
    expect(trade(LEVEL + 199)).toEqual([]);
    expect(trade(LEVEL + 200)).toEqual(['ES up 200 ticks in 5 min']);
  });

  test('a clock that was set back discards the window, and the rule fires again later', () => {
    const { trade, wait } = boardOf(move('up', 8));
    trade(LEVEL - 100);
    wait(-3_600_000);
    expect(trade(LEVEL)).toEqual([]);
    expect(trade(LEVEL + 8)).toEqual(['ES up 8 ticks in 5 min']);
  });

  test('agrees with a plain scan of every trade of the window', () => {
    const step = fc.record({
      ticks: fc.integer({ min: -6, max: 6 }),
      seconds: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
        const { trade, wait } = boardOf(move('up', 8, 2));
        const seen: { atMs: number; ticks: number }[] = [];
        let held = true;
        let atMs = T;
        for (const { ticks, seconds } of steps) {
          wait(seconds * 1000 - 1000);
          atMs += seconds * 1000;
          const price = LEVEL + ticks;
          // Whole pieces of 250 ms: these instants fall on them
          const lows = seen.filter((one) => one.atMs >= atMs - 2 * MINUTE_MS).map((one) => one.ticks);
          const isFar = price - Math.min(price, ...lows) >= 8;
          expect(trade(price).length).toBe(isFar && !held ? 1 : 0);
          held = isFar;
          seen.push({ atMs, ticks: price });
        }
      }),
    );
  });
});

describe('volume against its normal', () => {
  const busy: AlertCondition = { kind: 'volume', multiple: 3, windowMinutes: 1 };
  const minute = (startMs: number, volume: number) => ({
    startMs,
    lowTicks: LEVEL,
    highTicks: LEVEL,
    volume,
  });

  function withDays(days: number, volume: number) {
    const rig = boardOf(busy);
    const stored = [];
    for (let day = days; day > 0; day -= 1)
      for (let at = -2; at <= 2; at += 1)
        stored.push(minute(T - day * 24 * 60 * MINUTE_MS + at * MINUTE_MS, volume));
    rig.board.restore(stored);
    return rig;
  }
  const now = (volume: number) => ({ forming: minute(T, volume), traded: path(LEVEL) });

  test('fires at its multiple of the median of this time on earlier days, and its text names it', () => {
    const { step, board } = withDays(6, 100);
    expect(step(now(299))).toEqual([]);
    const [firing] = board.step(makeStep(T + 5000, now(300)));
    expect(firing?.fact).toMatchObject({ kind: 'volume', times: 3, days: 6 });
    expect(step(now(310))).toEqual([]);
  });

  test('with fewer than five days the normal is that of the last two hours, and the text names it', () => {
    const { step, board } = withDays(2, 100);
    for (let back = 60; back > 0; back -= 1)
      board.step(
        makeStep(T - back * MINUTE_MS, { closed: [minute(T - back * MINUTE_MS, 50)], isHistory: true }),
      );
    step(now(10));
    const [firing] = board.step(makeStep(T + 5000, now(150)));
    expect(firing?.fact).toMatchObject({ kind: 'volume', times: 3, days: null });
  });

  test('minutes of a clock that ran ahead do not hide those that arrive once it is right', () => {
    const wide: AlertCondition = { kind: 'volume', multiple: 3, windowMinutes: 3 };
    const { board } = boardOf(wide);
    const day = 24 * 60 * MINUTE_MS;
    const close = (startMs: number, volume: number) =>
      board.step(makeStep(startMs + MINUTE_MS, { closed: [minute(startMs, volume)], isHistory: true }));
    for (let back = 60; back > 3; back -= 1) close(T - back * MINUTE_MS, 50);
    close(T + day, 50);
    board.step(makeStep(T - 2 * MINUTE_MS, { forming: minute(T - 2 * MINUTE_MS, 10), traded: path(LEVEL) }));
    close(T - 3 * MINUTE_MS, 50);
    for (const back of [2, 1]) close(T - back * MINUTE_MS, 190);
    const [firing] = board.step(makeStep(T + 5000, { forming: minute(T, 80), traded: path(LEVEL) }));
    expect(firing?.fact).toMatchObject({ kind: 'volume', volume: 460 });
  });

  test('without a normal volume nothing fires', () => {
    const { step } = boardOf(busy);
    step(now(1));
    expect(step(now(1_000_000))).toEqual([]);
  });
});

test('a trend fires when it changes to a requested one, not while it stays the same', () => {
  const { step } = boardOf({ kind: 'trend', to: ['bullish'] });
  expect(step({ trend: 'bullish' })).toEqual([]);
  expect(step({ trend: 'bearish' })).toEqual([]);
  expect(step({ trend: 'bullish' })).toEqual(['ES trend turned bullish']);
  expect(step({ trend: 'bullish' })).toEqual([]);
});

describe('an event', () => {
  const events = (changes: object = {}): AlertCondition => ({
    ...{
      kind: 'event',
      eventTypes: ['iceberg'],
      side: null,
      minConfidence: 0.8,
      minSize: 0,
      perDay: null,
      near: null,
    },
    ...changes,
  });
  const likely = (confidence: number, changes = {}) =>
    makeEvent('e', T, { exact: false, confidence, ...changes });

  test('fires when it first matches, also while it grows, and once', () => {
    const { step } = boardOf(events());
    expect(step({ events: [likely(0.7)] })).toEqual([]);
    expect(step({ events: [likely(0.8)] })).toHaveLength(1);
    expect(step({ events: [likely(0.9)] })).toEqual([]);
  });

  test('that is exact always matches; one of a broken book, and one that failed, never', () => {
    const { step } = boardOf(events({ minConfidence: 1 }));
    expect(step({ events: [makeEvent('a', T, { degraded: true })] })).toEqual([]);
    expect(step({ events: [makeEvent('b', T, { status: 'failed' })] })).toEqual([]);
    expect(step({ events: [makeEvent('c', T)] })).toHaveLength(1);
  });

  test('must be of the side and the size', () => {
    const { step } = boardOf(events({ side: 'ask' }), events({ minSize: 46 }));
    expect(step({ events: [makeEvent('a', T)] })).toEqual([]);
    expect(step({ events: [makeEvent('b', T, { side: 'ask', size: 46 })] })).toHaveLength(2);
  });

  test('must be near a price or a level of the session, where the rule requires one', () => {
    const near = (price: string | null, name: string | null) =>
      events({ near: { price, level: name, withinTicks: 2 } });
    const { step } = boardOf(near('5000.50', null), near('5001.00', null), near(null, 'vwap'));
    expect(step({ events: [makeEvent('a', T)] })).toHaveLength(1);
    const levels = { vwap: LEVEL + 2.4 } as never;
    expect(step({ events: [makeEvent('b', T)], levels })).toHaveLength(1);
    expect(step({ events: [makeEvent('c', T)], levels: { vwap: LEVEL - 1.5 } as never })).toHaveLength(2);
  });
});
