/** What one session adds to a row: every finding and label is counted once, and a wrong finding belongs to what was there. */
import { seededDraws } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { findingAt, second, truthLabel } from '#testing/score-labels.ts';
import type { Finding } from './finding.ts';
import { SCORE_ROWS, type ScoreRow } from './match-rules.ts';
import { outsideGaps, type PlayedTruth, type RowTally, tallyRow, tallySession } from './session-tally.ts';
import type { TruthLabel } from './truth-label.ts';

const row = (name: string): ScoreRow => SCORE_ROWS.find((one) => one.name === name) as ScoreRow;
const SYNTHETIC = row('iceberg/synthetic');

const played = (findings: readonly Finding[], labels: readonly TruthLabel[]): PlayedTruth => ({
  ...{ findings, labels },
  ...{ hours: 1.5, isClean: false },
});
const tally = (findings: readonly Finding[], labels: readonly TruthLabel[], of = SYNTHETIC): RowTally =>
  tallyRow(of, played(findings, labels));

test('an empty session counts its hours and nothing else', () => {
  expect(tally([], [])).toEqual({
    ...{ labels: 0, found: 0, weakLabels: 0, weakFound: 0, neutral: 0, wrong: 0, duplicates: 0 },
    ...{ hours: 1.5, isClean: false, delaysMs: [], sided: 0, rightSide: 0, sizeErrors: [] },
    ...{ bySub: new Map(), wrongBy: new Map() },
  });
});

test('every finding is right, neutral, wrong or a duplicate, and every label found or missed', () => {
  const draw = seededDraws(5);
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!;
  const spoofing = row('spoofing');
  for (let session = 0; session < 60; session += 1) {
    const labels = Array.from({ length: 6 }, (_, at) => {
      const from = draw() * 200;
      return truthLabel({
        ...{
          id: `label ${at}`,
          type: 'spoofing',
          sub: one(['layering', 'single']),
          side: one(['bid', 'ask']),
        },
        ...{ t0Ns: second(from), t1Ns: second(from + 30 * draw()), params: { cycles: one([1, 2, 3]) } },
        observability: one(['strong', 'weak', 'none'] as const),
      });
    });
    const findings = Array.from({ length: 9 }, (_, at) =>
      findingAt(draw() * 230, {
        id: `finding ${at}`,
        type: 'spoofing',
        sub: null,
        side: one(['bid', 'ask', null]),
      }),
    );
    const found = tally(findings, labels, spoofing);
    const { neutral, wrong, duplicates, weakFound } = found;
    expect(found.found + weakFound + neutral + wrong + duplicates).toBe(findings.length);
    const relevant = (wanted: string): number =>
      labels.filter((label) => spoofing.relevance(label) === wanted).length;
    expect([found.labels, found.weakLabels]).toEqual([relevant('counted'), relevant('weak')]);
    const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
    expect(sumOf(found.wrongBy.values())).toBe(wrong);
    expect(sumOf([...found.bySub.values()].map((sub) => sub.labels))).toBe(found.labels);
    expect(sumOf([...found.bySub.values()].map((sub) => sub.found))).toBe(found.found);
    expect(found.rightSide).toBe(found.found + weakFound);
    expect(found.sided - found.rightSide).toBeLessThanOrEqual(wrong);
    expect(found.delaysMs.length).toBe(found.rightSide);
  }
});

test('weak labels have counts of their own, and a right one of them has a delay, a size and a side', () => {
  const weak = truthLabel({ observability: 'weak' });
  expect(tally([findingAt(15)], [weak])).toMatchObject({
    ...{ labels: 0, found: 0, weakLabels: 1, weakFound: 1, wrong: 0 },
    ...{ delaysMs: [3000], sizeErrors: [0.2], sided: 1, rightSide: 1 },
  });
  expect(tally([], [weak])).toMatchObject({ labels: 0, weakLabels: 1, weakFound: 0 });
});

test('what is neutral to find leaves delays, sizes and sides alone', () => {
  const lesser = truthLabel({ type: 'support', sub: null, params: { bounce: 0.5 } });
  const found = tally([findingAt(15, { type: 'support', sub: null })], [lesser], row('support'));
  expect(found).toMatchObject({
    labels: 0,
    neutral: 1,
    wrong: 0,
    duplicates: 0,
    delaysMs: [],
    sizeErrors: [],
    sided: 0,
  });
});

test.each([
  ['before it is evident counts below 0', 11, second(12), [-1000]],
  ['at the evident moment is 0', 12, second(12), [0]],
  ['keeps fractions of a millisecond', 12.5, second(12) + 250_000n, [499.75]],
  ['of what never showed is unknown', 15, null, []],
])('a delay %s', (_, at, tEvidentNs, delays) => {
  expect(tally([findingAt(at)], [truthLabel({ tEvidentNs })]).delaysMs).toEqual(delays);
});

test.each([
  ['twice as many contracts is off by one', 200, 100, [1]],
  ['a quarter of them by three quarters', 25, 100, [0.75]],
  ['a label without contracts has no error', 80, 0, []],
  ['nor has a finding without', 0, 100, []],
])('of sizes %s', (_, size, qty, errors) => {
  expect(tally([findingAt(15, { size })], [truthLabel({ qty })]).sizeErrors).toEqual(errors);
});

describe('the side', () => {
  test('of a finding at a label of the other side is wrong', () => {
    expect(tally([findingAt(15, { side: 'ask' })], [truthLabel()])).toMatchObject({
      wrong: 1,
      sided: 1,
      rightSide: 0,
    });
  });

  test('is not asked of a finding that is nowhere near, nor at a label that never showed', () => {
    expect(tally([findingAt(95, { side: 'ask' })], [truthLabel()])).toMatchObject({ wrong: 1, sided: 0 });
    const hidden = truthLabel({ observability: 'none' });
    expect(tally([findingAt(15, { side: 'ask' })], [hidden])).toMatchObject({ wrong: 1, sided: 0 });
  });

  test('is not asked at a label of another row', () => {
    const native = truthLabel({ sub: 'native' });
    expect(tally([findingAt(15, { side: 'ask' })], [native])).toMatchObject({ wrong: 1, sided: 0 });
  });
});

describe('a wrong finding belongs to', () => {
  const causes = (labels: readonly TruthLabel[], at = 15, parts: Partial<Finding> = {}): string[] => [
    ...tally([findingAt(at, parts)], labels).wrongBy.keys(),
  ];
  const other = (parts: Partial<TruthLabel>): TruthLabel =>
    truthLabel({ type: 'absorption', sub: null, ...parts });

  test.each<[string, TruthLabel[], string]>([
    ['nothing where nothing was near', [], 'crowd'],
    ['what imitates it', [truthLabel({ type: 'neg', sub: 'requote' })], 'neg/requote'],
    ['something that imitates without a name', [truthLabel({ type: 'neg', sub: null })], 'neg/other'],
    ['another label by its type', [other({})], 'absorption'],
    ['another label by type and sub', [other({ sub: 'native' })], 'absorption/native'],
    [
      'what imitates before another label',
      [other({}), truthLabel({ type: 'neg', sub: 'requote' })],
      'neg/requote',
    ],
    ['its own kind before another label', [other({}), truthLabel({ side: 'ask' })], 'iceberg/synthetic'],
    ['no regime, which is everywhere', [other({ type: 'regime', sub: 'quiet' })], 'crowd'],
    ['no single election of a stop', [other({ type: 'stop_election' })], 'crowd'],
  ])('%s', (_, labels, cause) => {
    expect(causes(labels)).toEqual([cause]);
  });

  test('what was there within the ten seconds before it, and within three ticks', () => {
    const near = [other({ t0Ns: second(100), t1Ns: second(110) })];
    expect([99.999, 100, 120, 120.001].map((at) => causes(near, at)[0])).toEqual([
      ...['crowd', 'absorption', 'absorption'],
      'crowd',
    ]);
    const at = (ticks: number): string | undefined =>
      causes(near, 105, { priceLowTicks: ticks, priceHighTicks: ticks })[0];
    expect([6, 7, 10, 13, 14].map(at)).toEqual(['crowd', 'absorption', 'absorption', 'absorption', 'crowd']);
  });

  test('one cause each: several of a cause add up', () => {
    const requote = truthLabel({ type: 'neg', sub: 'requote' });
    const { wrongBy } = tally([findingAt(11), findingAt(12), findingAt(90)], [requote]);
    expect(Object.fromEntries(wrongBy)).toEqual({ 'neg/requote': 2, crowd: 1 });
  });
});

test('labels count by their sub, those without one together', () => {
  const run = (id: string, sub: string | null, from: number): TruthLabel =>
    truthLabel({ id, type: 'absorption', sub, t0Ns: second(from), t1Ns: second(from + 5) });
  const labels = [run('a', 'wall', 10), run('b', 'wall', 100), run('c', null, 200), run('d', null, 300)];
  const findings = [12, 302].map((at) => findingAt(at, { type: 'absorption', sub: null }));
  expect(Object.fromEntries(tally(findings, labels, row('absorption')).bySub)).toEqual({
    wall: { labels: 2, found: 1 },
    '': { labels: 2, found: 1 },
  });
});

describe('a gap of the feed', () => {
  const gap = { fromNs: second(30), toNs: second(40) };
  const span = (from: number, to: number): TruthLabel =>
    truthLabel({ id: `${from}-${to}`, t0Ns: second(from), t1Ns: second(to) });

  test('takes labels that touch it, from before its beginning to after its end', () => {
    const labels = [
      span(10, 29.999),
      span(10, 30),
      span(35, 36),
      span(10, 99),
      span(40, 50),
      span(40.001, 50),
    ];
    const left = outsideGaps(played([], labels), [gap]).labels;
    expect(left.map(({ id }) => id)).toEqual(['10-29.999', '40.001-50']);
  });

  test('takes findings made in it, and no others', () => {
    const findings = [29.999, 30, 40, 40.001].map((at) => findingAt(at));
    const left = outsideGaps(played(findings, []), [gap]).findings;
    expect(left.map(({ id }) => id)).toEqual(['finding at 29.999', 'finding at 40.001']);
  });

  test('leaves hours and kind of the session, and without a gap everything stays', () => {
    const whole = { ...played([findingAt(35)], [span(35, 36)]), isClean: true };
    expect(outsideGaps(whole, [])).toBe(whole);
    expect(outsideGaps(whole, [gap])).toEqual({ findings: [], labels: [], hours: 1.5, isClean: true });
  });
});

test('a session has a tally of every row, each of its own findings and labels', () => {
  const labels = [truthLabel(), truthLabel({ id: 'level', type: 'support', sub: null })];
  const findings = [
    findingAt(15),
    findingAt(16, { type: 'support', sub: null }),
    findingAt(17, { type: 'other' }),
  ];
  const tallies = tallySession(played(findings, labels));
  expect([...tallies.keys()]).toEqual(SCORE_ROWS.map(({ name }) => name));
  const busy = [...tallies].filter(([, { labels: all, wrong }]) => all + wrong > 0);
  expect(busy.map(([name, { found, wrong }]) => [name, found, wrong])).toEqual([
    ['iceberg/synthetic', 1, 0],
    ['support', 1, 0],
  ]);
});
