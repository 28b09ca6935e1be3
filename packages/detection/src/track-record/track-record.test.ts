import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval, Z_95 } from '#statistics/wilson.ts';
import { RowCounter } from './count-rows.ts';
import { OUTCOME_RULES } from './outcome-rules.ts';
import type { RaisedCount } from './track-counts.ts';
import { ENOUGH_RESOLVED, trackFigures } from './track-figures.ts';
import { canonicalText, type RaisedRow } from './track-row.ts';

const raised = (id: string, probability: number | null, part: Partial<RaisedRow> = {}): RaisedRow => ({
  kind: 'raised',
  signalId: id,
  instrumentId: 1,
  atNs: '1',
  type: 'support',
  sub: null,
  exact: false,
  confidence: 0.62,
  score: 0.4,
  calibrator: 'level_bounce@00000000',
  tier: 'L3',
  midTicks: 100,
  condition: { hour: 15, volatility: 'low' },
  declared: {
    rule: 'bounce',
    direction: 1,
    targetTicks: 4,
    adverseTicks: 4,
    horizonMs: 60_000,
    probability,
  },
  ...part,
});

const counted = (count: number, hit: boolean | null, part: Partial<RaisedCount> = {}): RaisedCount => ({
  type: 'support',
  sub: null,
  rule: 'bounce',
  probability: 0.75,
  hit,
  count,
  compared: hit === null ? 0 : count,
  baseSum: hit === null ? 0 : count * 0.48,
  instants: hit === null ? 0 : count * 10,
  ...part,
});

test('too few compared signals give no figures', () => {
  const [figures] = trackFigures([counted(ENOUGH_RESOLVED - 1, true)]);
  expect(figures).toMatchObject({ count: 29, resolved: 29, hitRate: null, baseRate: null, brier: null });
});

test('a hit rate comes with the base rate of the same signals', () => {
  const [figures] = trackFigures([counted(30, true), counted(10, false, { baseSum: 10 * 0.88 })]);
  expect(figures).toMatchObject({ resolved: 40, hits: 30, baseRate: { resolved: 400 } });
  expect(figures?.baseRate?.value).toBeCloseTo(0.58, 12);
  expect(figures?.hitRate?.value).toBe(0.75);
  expect(figures?.hitRate?.low).toBeLessThan(0.75);
  expect(figures?.brier).toBeCloseTo(0.75 * 0.25 ** 2 + 0.25 * 0.75 ** 2, 12);
  expect(figures?.reliability.reduce((sum, bin) => sum + bin.count, 0)).toBe(40);
});

test('what settled without a base rate drops out of both rates, and still tests its forecast', () => {
  const alone = { compared: 0, baseSum: 0, instants: 0 };
  const [figures] = trackFigures([counted(15, true), counted(15, false), counted(30, true, alone)]);
  expect(figures).toMatchObject({ count: 60, resolved: 30, hits: 15 });
  expect(figures?.hitRate?.value).toBe(0.5);
  expect(figures?.baseRate?.value).toBeCloseTo(0.48, 12);
  expect(figures?.reliability.reduce((sum, bin) => sum + bin.count, 0)).toBe(60);
});

test('the figures do not depend on the order of the counts', () => {
  const counts = [0.3, 0.6, 0.9].flatMap((probability) => [
    counted(17, true, { probability }),
    counted(20, false, { probability }),
  ]);
  expect(trackFigures(counts.toReversed())[0]?.reliability).toEqual(trackFigures(counts)[0]?.reliability);
});

test('what can never be known counts, but is not resolved', () => {
  expect(trackFigures([counted(2, null)])).toMatchObject([{ count: 2, resolved: 0, hits: 0 }]);
});

test('a row has one text, whatever the order of its keys', () => {
  const row = raised('a', 0.6);
  const turned = Object.fromEntries(Object.entries(row).toReversed()) as unknown as RaisedRow;
  expect(canonicalText(turned)).toBe(canonicalText(row));
  expect(canonicalText({ ...row, confidence: 0.63 })).not.toBe(canonicalText(row));
});

test('every rule of an event has barriers of some ticks and a time, in a quiet and in a wild market', () => {
  const others = ['bounce', 'next move', 'in ten seconds', 'in a minute'];
  for (const scale of [
    { sigma1Ticks: 0.05, atr10Ticks: 1 },
    { sigma1Ticks: 5, atr10Ticks: 120 },
  ])
    for (const rule of OUTCOME_RULES.filter(({ name }) => !others.includes(name))) {
      expect(rule.targetTicks(scale)).toBeGreaterThanOrEqual(3);
      expect(rule.adverseTicks(scale)).toBeGreaterThanOrEqual(2);
      expect(rule.horizonMs).toBeGreaterThanOrEqual(60_000);
    }
});

describe('figures of counted rows', () => {
  interface Played {
    readonly probability: number | null;
    readonly hit: boolean | null;
    readonly base: number | null;
  }
  const ONE = fc.record({
    probability: fc.constantFrom(null, 0.2, 0.5, 0.9),
    hit: fc.constantFrom(null, true, false),
    base: fc.constantFrom(null, 0.25, 0.5),
  });
  // Too few for figures, and enough
  const PLAYED = fc.oneof(
    fc.array(ONE, { maxLength: 40 }),
    fc.array(ONE, { minLength: 120, maxLength: 150 }),
  );

  /** The figures of signals by the rows that are stored of them. */
  function figuresOf(played: readonly Played[]) {
    const counter = new RowCounter();
    for (const [at, { probability }] of played.entries()) counter.add(raised(`${at}`, probability));
    for (const [at, { hit, base }] of played.entries())
      counter.add({
        ...{ kind: 'settled', signalId: `${at}`, instrumentId: 1, atNs: '2', type: 'support', hit },
        base: hit === null || base === null ? null : { resolved: 8, rate: base },
      });
    return trackFigures(counter.counts())[0];
  }
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  test('are those of the signals taken one by one', () => {
    fc.assert(
      fc.property(PLAYED, (played) => {
        const figures = figuresOf(played);
        expect(figures === undefined).toBe(played.length === 0);
        if (figures === undefined) return;
        const compared = played.filter(({ hit, base }) => hit !== null && base !== null);
        const hits = compared.filter(({ hit }) => hit === true).length;
        expect(figures).toMatchObject({ count: played.length, resolved: compared.length, hits });
        if (compared.length < ENOUGH_RESOLVED)
          expect([figures?.hitRate, figures?.baseRate]).toEqual([null, null]);
        else {
          expect(figures?.hitRate?.value).toBeCloseTo(hits / compared.length, 12);
          expect(figures?.baseRate?.value).toBeCloseTo(
            meanOf(compared.map(({ base }) => base ?? Number.NaN)),
            12,
          );
          expect(figures?.baseRate?.resolved).toBe(8 * compared.length);
        }
        const tested = played.filter(({ probability, hit }) => probability !== null && hit !== null);
        const squares = tested.map(
          ({ probability, hit }) => ((probability ?? Number.NaN) - (hit === true ? 1 : 0)) ** 2,
        );
        if (tested.length < ENOUGH_RESOLVED) expect(figures.brier).toBeNull();
        else expect(figures.brier).toBeCloseTo(meanOf(squares), 12);
      }),
    );
  });

  test('do not depend on the order in which signals come', () => {
    const played = Array.from({ length: 90 }, (_, at) => ({
      probability: [0.2, 0.5, 0.9][at % 3]!,
      hit: at % 7 < 3,
      base: 0.5,
    }));
    const given = figuresOf(played);
    expect(given?.reliability.length).toBeGreaterThan(0);
    expect(figuresOf(played.toReversed())).toMatchObject({
      hitRate: given?.hitRate,
      brier: given?.brier,
      reliability: given?.reliability,
    });
  });
});

test('kinds of a type are apart, each with its rule, in the order in which they come', () => {
  const counts = [
    counted(3, true, { type: 'stop_run', sub: 'burst', rule: 'reversal' }),
    counted(5, true),
    counted(4, false, { type: 'stop_run', sub: 'level_driven', rule: 'reversal' }),
    counted(2, false),
  ];
  expect(trackFigures(counts).map(({ type, sub, rule, count }) => [type, sub, rule, count])).toEqual([
    ['stop_run', 'burst', 'reversal', 3],
    ['support', null, 'bounce', 7],
    ['stop_run', 'level_driven', 'reversal', 4],
  ]);
  expect(trackFigures([])).toEqual([]);
});

test("the interval of a hit rate is Wilson's of the compared signals", () => {
  const [figures] = trackFigures([counted(18, true), counted(22, false)]);
  expect(figures?.hitRate).toEqual({ value: 0.45, ...wilsonInterval(0.45, 40, Z_95) });
});

test('the text of a row sorts keys at every depth, and keeps the order of lists', () => {
  const row = raised('a', 0.6, { calibrator: 'x' });
  const text = canonicalText(row);
  expect(
    text.startsWith('{"atNs":"1","calibrator":"x","condition":{"hour":15,"volatility":"low"},"confidence"'),
  ).toBe(true);
  expect(text).toContain(
    '"declared":{"adverseTicks":4,"direction":1,"horizonMs":60000,"probability":0.6,"rule":"bounce"',
  );
  expect(JSON.parse(text)).toEqual(row);
  const learnt = (precision: number[]) =>
    canonicalText({
      kind: 'calibration',
      signalId: 'c',
      instrumentId: 1,
      atNs: '1',
      states: { m: { precision } as never },
    });
  expect(learnt([1, 2, 3])).toContain('[1,2,3]');
  expect(learnt([3, 2, 1])).not.toBe(learnt([1, 2, 3]));
});
