/** Which finding may match which label: grace, tolerance, side and relevance of every row, at their edges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingAt, second, truthLabel } from '#testing/score-labels.ts';
import { claimOf } from './match-findings.ts';
import {
  type Claim,
  fits,
  isOfRow,
  msOf,
  type Relevance,
  rowOfTruth,
  rowsOf,
  SCORE_ROWS,
  type ScoreRow,
} from './match-rules.ts';
import { OBSERVABILITIES, TRUTH_TYPES, type TruthLabel } from './truth-label.ts';

function row(name: string): ScoreRow {
  const found = SCORE_ROWS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

/** A label from second 10 to 20, from 100 to 104 ticks: half of its zone and a tick are three. */
const zone = (parts: Partial<TruthLabel> = {}): TruthLabel =>
  truthLabel({ priceLowTicks: 100, priceHighTicks: 104, ...parts });
const claim = (parts: Partial<Claim> = {}): Claim => ({
  side: 'bid',
  timeMs: 15_000,
  priceLowTicks: 102,
  priceHighTicks: 102,
  ...parts,
});

/** The rules of the score as the reference states them: seconds after the end, and ticks beside the zone. */
const RULES = [
  ['iceberg/native', 2, 0],
  ['iceberg/synthetic', 10, 1],
  ['stop_election', 0, null],
  ['stop_run', 5, 2],
  ['stop_burst', 5, 2],
  ['spoofing', 5, 2],
  ['spoofing/single', 5, 2],
  ['absorption', 10, 1],
  ['support', 0, 3],
  ['resistance', 0, 3],
  ['retail_trap_zone', 30, 2],
  ['volume_spike', 10, null],
  ['institutional_activity', 0, null],
  ['market_structure/regime', 180, null],
  ['dark_pool_activity/block', 2, 0],
] as const;

test('the table of this test has every row', () => {
  expect(RULES.map(([name]) => name)).toEqual(SCORE_ROWS.map(({ name }) => name));
});

describe.each(RULES)('%s', (name, graceSeconds, ticks) => {
  const own = row(name);
  const fitsAt = (parts: Partial<Claim>): boolean => fits(own, zone(), claim(parts));

  test(`a claim fits from the first instant of a label to ${graceSeconds} s after its last`, () => {
    const lastMs = 20_000 + 1000 * graceSeconds;
    const times = [9999.999, 10_000, 20_000, lastMs, lastMs + 0.001];
    expect(times.map((timeMs) => fitsAt({ timeMs }))).toEqual([false, true, true, true, false]);
  });

  test('its price range may be so far from the zone on either side, and no farther', () => {
    const beside = ticks ?? 1_000_000;
    expect(fitsAt({ priceLowTicks: 104 + beside, priceHighTicks: 200 + beside })).toBe(true);
    expect(fitsAt({ priceLowTicks: 0 - beside, priceHighTicks: 100 - beside })).toBe(true);
    const isAnywhere = ticks === null;
    expect(fitsAt({ priceLowTicks: 105 + beside, priceHighTicks: 105 + beside })).toBe(isAnywhere);
    expect(fitsAt({ priceLowTicks: 99 - beside, priceHighTicks: 99 - beside })).toBe(isAnywhere);
  });

  test('sides must agree where both are known', () => {
    expect(fits(own, zone({ side: 'ask' }), claim())).toBe(false);
    expect(fits(own, zone({ side: 'ask' }), claim(), true)).toBe(true);
    expect(fits(own, zone({ side: null }), claim())).toBe(true);
    expect(fits(own, zone({ side: 'ask' }), claim({ side: null }))).toBe(true);
  });

  test('what the feed never showed must not be claimed', () => {
    expect(own.relevance(truthLabel({ observability: 'none' }))).toBe('absent');
  });
});

test('leaving the side out excuses neither the instant nor the price', () => {
  const own = row('absorption');
  expect(fits(own, zone(), claim({ timeMs: 30_001 }), true)).toBe(false);
  expect(fits(own, zone(), claim({ priceLowTicks: 106, priceHighTicks: 106 }), true)).toBe(false);
});

test('a range that covers the whole zone fits it, as does a price inside', () => {
  for (const [priceLowTicks, priceHighTicks] of [
    [90, 120],
    [102, 103],
    [80, 100],
    [104, 130],
  ] as const)
    expect(fits(row('iceberg/native'), zone(), claim({ priceLowTicks, priceHighTicks }))).toBe(true);
});

test('buying and selling are judged alike: mirrored prices and sides fit the same', () => {
  const price = fc.integer({ min: 80, max: 120 });
  fc.assert(
    fc.property(
      price,
      fc.nat(6),
      price,
      fc.nat(6),
      fc.constantFrom(...SCORE_ROWS),
      (a, high, b, wide, own) => {
        const label = truthLabel({ priceLowTicks: a, priceHighTicks: a + high });
        const mirrored = truthLabel({ side: 'ask', priceLowTicks: -a - high, priceHighTicks: -a });
        const mine = claim({ priceLowTicks: b, priceHighTicks: b + wide });
        const other = claim({ side: 'ask', priceLowTicks: -b - wide, priceHighTicks: -b });
        expect(fits(own, label, mine)).toBe(fits(own, mirrored, other));
      },
    ),
  );
});

const MATTERS: Readonly<Record<string, Relevance>> = {
  exact: 'counted',
  strong: 'counted',
  weak: 'weak',
  none: 'absent',
};

describe('what a label means', () => {
  const relevances = (name: string, parts: Partial<TruthLabel>): Relevance[] =>
    OBSERVABILITIES.map((observability) => row(name).relevance(truthLabel({ ...parts, observability })));
  const usual = OBSERVABILITIES.map((observability) => MATTERS[observability]);

  test('follows from how well the feed shows it, where nothing else is known', () => {
    for (const { name } of SCORE_ROWS.filter((one) => one.name !== 'spoofing/single'))
      expect(relevances(name, { params: {} })).toEqual(usual);
  });

  test.each([
    ['of a level below 0.65 is neither right nor wrong', 'support', { bounce: 0.649 }, 'neutral'],
    ['of a level at 0.65 counts', 'support', { bounce: 0.65 }, null],
    ['of a resistance is that of a support', 'resistance', { bounce: 0.3 }, 'neutral'],
    ['of a level whose bounces are no number counts', 'support', { bounce: '0.1' }, null],
    ['of spoofing with one evident cycle is neutral', 'spoofing', { cyclesEvident: 1 }, 'neutral'],
    ['of spoofing is by the cycles that are evident', 'spoofing', { cyclesEvident: 1, cycles: 5 }, 'neutral'],
    ['of spoofing with cycles alone is by them', 'spoofing', { cycles: 1 }, 'neutral'],
    ['of spoofing with two cycles counts', 'spoofing', { cycles: 2 }, null],
    ['of spoofing whose cycles are no number counts as two', 'spoofing', { cyclesEvident: 'many' }, null],
    ['of a run that a level drove counts', 'stop_run', { levelDriven: true }, null],
    ['of elections counts whatever drove them', 'stop_burst', { levelDriven: false }, null],
  ] as const)('%s', (_, name, params, expected) => {
    const all = relevances(name, { params });
    expect(all).toEqual(expected === null ? usual : [expected, expected, expected, 'absent']);
  });

  test('of a run without a level is absent, however well it shows', () => {
    expect(new Set(relevances('stop_run', { params: { levelDriven: false } }))).toEqual(new Set(['absent']));
  });

  test('of one cycle of spoofing counts in its own row even where evidence is weak, and of two is neutral', () => {
    expect(relevances('spoofing/single', { params: { cycles: 1 } })).toEqual([
      ...['counted', 'counted', 'counted'],
      'absent',
    ]);
    expect(relevances('spoofing/single', { params: { cycles: 2 } })).toEqual([
      ...['neutral', 'neutral', 'neutral'],
      'absent',
    ]);
  });

  test('of no label is counted in both rows of spoofing', () => {
    for (const cycles of [0, 1, 2, 3, 9])
      for (const observability of OBSERVABILITIES) {
        const label = truthLabel({ params: { cycles }, observability });
        const counted = ['spoofing', 'spoofing/single'].filter(
          (name) => row(name).relevance(label) === 'counted',
        );
        expect(counted.length).toBeLessThanOrEqual(1);
      }
  });
});

describe('the evident moment', () => {
  const evident = (name: string, params: TruthLabel['params'], tEvidentNs: bigint | null = second(12)) =>
    row(name).evidentNs(truthLabel({ params, tEvidentNs }));

  test('is that of the label, null where it never showed', () => {
    for (const { name } of SCORE_ROWS) {
      expect(evident(name, {})).toBe(second(12));
      expect(evident(name, {}, null)).toBeNull();
    }
  });

  test.each([
    ['the second cycle', '14000000000', 14_000_000_000n],
    ['the label, where the second cycle is no text', 14_000_000_000, second(12)],
    ['the label, where it is no whole number', '1.4e10', second(12)],
    ['the label, where it is empty', '', second(12)],
    ['the label, where there was none', null, second(12)],
  ])('of repeated spoofing is that of %s', (_, secondCycleNs, expected) => {
    expect(evident('spoofing', { secondCycleNs })).toBe(expected);
    expect(evident('spoofing/single', { secondCycleNs })).toBe(second(12));
  });
});

describe('the rows', () => {
  const namesOf = (type: string, sub: string | null): string[] => rowsOf(type, sub).map(({ name }) => name);

  test.each<[string, string | null, string[]]>([
    ['iceberg', 'native', ['iceberg/native']],
    ['iceberg', 'conflated', ['iceberg/native']],
    ['iceberg', 'synthetic', ['iceberg/synthetic']],
    ['iceberg', null, []],
    ['iceberg', 'other', []],
    ['spoofing', 'layering', ['spoofing', 'spoofing/single']],
    ['spoofing', null, ['spoofing', 'spoofing/single']],
    ['stop_run', 'level_driven', ['stop_run']],
    ['stop_burst', 'burst', ['stop_burst']],
    ['market_structure', 'regime', ['market_structure/regime']],
    ['market_structure', 'break', []],
    ['dark_pool_activity', 'hidden', []],
    ['price_prediction', null, []],
  ])('of findings of %s/%s are %j', (type, sub, names) => {
    expect(namesOf(type, sub)).toEqual(names);
  });

  test.each<[string, string | null, string | null]>([
    ['iceberg', 'native', 'iceberg/native'],
    ['iceberg', 'synthetic', 'iceberg/synthetic'],
    ['iceberg', null, null],
    ['stop_run', 'organic', 'stop_run'],
    ['spoofing', null, 'spoofing'],
    ['trap', null, 'retail_trap_zone'],
    ['institutional', 'twap', 'institutional_activity'],
    ['neg', 'requote', null],
  ])('of labels of %s/%s is %s', (type, sub, name) => {
    expect(rowOfTruth(type, sub)?.name ?? null).toBe(name);
  });

  test('have every type of label but what only imitates, and each label is of the row of its truth', () => {
    for (const type of TRUTH_TYPES) {
      const sub = type === 'iceberg' ? 'native' : 'any';
      const found = rowOfTruth(type, sub);
      expect(found === null).toBe(type === 'neg');
      if (found !== null) expect(isOfRow(truthLabel({ type, sub }), found)).toBe(true);
    }
    expect(isOfRow(truthLabel({ sub: 'native' }), row('iceberg/synthetic'))).toBe(false);
    expect(isOfRow(truthLabel({ type: 'absorption' }), row('iceberg/synthetic'))).toBe(false);
  });
});

test('instants in milliseconds keep their order, and equal ones stay equal', () => {
  const ns = fc.bigInt({ min: 0n, max: 2n ** 62n });
  fc.assert(
    fc.property(ns, ns, (one, other) => {
      expect(msOf(one)).toBe(msOf(BigInt(one.toString())));
      if (one < other) expect(msOf(one)).toBeLessThanOrEqual(msOf(other));
    }),
  );
  expect(msOf(1_500_000n)).toBe(1.5);
});

test('a claim is what a finding said where and when it was found', () => {
  const parts = { side: 'ask', priceLowTicks: 3, priceHighTicks: 9 } as const;
  expect(claimOf(findingAt(1.5, parts))).toEqual({ timeMs: 1500, ...parts });
});
