import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { findingAt, second, truthLabel } from '#testing/score-labels.ts';
import type { Finding } from './finding.ts';
import { claimOf, matchRow, type RowMatching } from './match-findings.ts';
import { fits, SCORE_ROWS, type ScoreRow } from './match-rules.ts';
import type { TruthLabel } from './truth-label.ts';

function row(name: string): ScoreRow {
  const found = SCORE_ROWS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

const SYNTHETIC = row('iceberg/synthetic');

function counts({ matches, wrong, duplicates, missed, missedWeak }: RowMatching): number[] {
  return [matches.length, wrong.length, duplicates.length, missed.length, missedWeak.length];
}

test.each([
  ['at its beginning', findingAt(10), true],
  ['a moment before it', findingAt(9.999), false],
  ['at the end of the grace', findingAt(30), true],
  ['after the grace', findingAt(30.001), false],
  ['one tick off', findingAt(15, { priceLowTicks: 11, priceHighTicks: 11 }), true],
  ['two ticks off', findingAt(15, { priceLowTicks: 12, priceHighTicks: 12 }), false],
  ['on the other side', findingAt(15, { side: 'ask' }), false],
  ['without a side', findingAt(15, { side: null }), true],
])('a finding %s fits a synthetic iceberg or not', (_says, finding, expected) => {
  expect(fits(SYNTHETIC, truthLabel(), claimOf(finding))).toBe(expected);
});

test('a finding of another type or sub is not of the row', () => {
  const others = [findingAt(15, { sub: 'native' }), findingAt(15, { type: 'absorption' })];
  expect(counts(matchRow(SYNTHETIC, others, [truthLabel()]))).toEqual([0, 0, 0, 1, 0]);
});

test('the more confident finding has the label, the other is a duplicate, not wrong', () => {
  const surer = findingAt(16, { confidence: 0.9 });
  const matching = matchRow(SYNTHETIC, [findingAt(15), surer], [truthLabel()]);
  expect(counts(matching)).toEqual([1, 0, 1, 0, 0]);
  expect(matching.matches[0]?.finding).toBe(surer);
});

test('of equals the earlier one has the label', () => {
  const matching = matchRow(SYNTHETIC, [findingAt(16), findingAt(15)], [truthLabel()]);
  expect(matching.matches[0]?.finding.id).toBe('finding at 15');
});

test('a finding gives way to one that fits nothing else', () => {
  const early = truthLabel({ id: 'early' });
  const late = truthLabel({ id: 'late', t0Ns: second(14), t1Ns: second(40) });
  const both = findingAt(15, { confidence: 0.9 });
  const onlyEarly = findingAt(12);
  const { matches, wrong, duplicates } = matchRow(SYNTHETIC, [both, onlyEarly], [early, late]);
  expect(matches.map(({ finding, label }) => [finding.id, label.id])).toEqual([
    ['finding at 12', 'early'],
    ['finding at 15', 'late'],
  ]);
  expect([wrong.length, duplicates.length]).toEqual([0, 0]);
});

/** The greatest total confidence by trying everything. */
function bestByForce(findings: readonly Finding[], labels: readonly TruthLabel[]): number {
  const [first, ...rest] = findings;
  if (first === undefined) return 0;
  let best = bestByForce(rest, labels);
  labels.forEach((label, at) => {
    if (fits(SYNTHETIC, label, claimOf(first)))
      best = Math.max(best, first.confidence + bestByForce(rest, labels.toSpliced(at, 1)));
  });
  return best;
}

test('no other assignment has a greater total confidence', () => {
  const draw = seededDraws(11);
  for (let trial = 0; trial < 60; trial += 1) {
    const labels = Array.from({ length: 4 }, (_, at) => {
      const from = draw() * 60;
      return truthLabel({ id: `label ${at}`, t0Ns: second(from), t1Ns: second(from + draw() * 20) });
    });
    const findings = Array.from({ length: 6 }, (_, at) =>
      findingAt(draw() * 90, { id: `finding ${at}`, confidence: 0.6 + 0.4 * draw() }),
    );
    const matching = matchRow(SYNTHETIC, findings, labels);
    const total = matching.matches.reduce((sum, { finding }) => sum + finding.confidence, 0);
    expect(total).toBeCloseTo(bestByForce(findings, labels), 9);
    expect(matching.matches.length + matching.wrong.length + matching.duplicates.length).toBe(
      findings.length,
    );
    expect(matching.matches.length + matching.missed.length).toBe(labels.length);
  }
});

/** Spoofing from one second to another: of two cycles it counts, of one it is neutral. */
const sequence = (id: string, from: number, to: number, cycles: number): TruthLabel =>
  truthLabel({
    id,
    type: 'spoofing',
    sub: 'layering',
    t0Ns: second(from),
    t1Ns: second(to),
    params: { cycles },
  });
const spoofAt = (seconds: number, confidence: number): Finding =>
  findingAt(seconds, { type: 'spoofing', sub: null, confidence });

test('a label that counts is held before a neutral one, by the same findings', () => {
  const labels = [sequence('one', 10, 20, 3), sequence('two', 18, 40, 3), sequence('neutral', 5, 12, 1)];
  const { matches, missed } = matchRow(row('spoofing'), [spoofAt(12, 0.95), spoofAt(24, 0.9)], labels);
  expect(matches.map(({ finding, label }) => [finding.id, label.id])).toEqual([
    ['finding at 12', 'one'],
    ['finding at 24', 'two'],
  ]);
  expect(missed).toEqual([]);
});

/** The most counted labels that findings can hold when as many as possible hold something. */
function mostCounted(findings: readonly Finding[], labels: readonly TruthLabel[]): readonly [number, number] {
  const [first, ...rest] = findings;
  if (first === undefined) return [0, 0];
  let best = mostCounted(rest, labels);
  labels.forEach((label, at) => {
    if (!fits(row('spoofing'), label, claimOf(first))) return;
    const [held, counted] = mostCounted(rest, labels.toSpliced(at, 1));
    const more = [held + 1, counted + (row('spoofing').relevance(label) === 'counted' ? 1 : 0)] as const;
    if (more[0] > best[0] || (more[0] === best[0] && more[1] > best[1])) best = more;
  });
  return best;
}

test('no other assignment of as many findings holds more labels that count', () => {
  const draw = seededDraws(23);
  for (let trial = 0; trial < 80; trial += 1) {
    const labels = Array.from({ length: 5 }, (_, at) => {
      const from = 40 * draw();
      return sequence(`label ${at}`, from, from + 20 * draw(), draw() < 0.5 ? 1 : 2);
    });
    const findings = Array.from({ length: 4 }, () => spoofAt(60 * draw(), 0.8));
    const { matches } = matchRow(row('spoofing'), findings, labels);
    const counted = matches.filter(({ relevance }) => relevance === 'counted').length;
    expect([matches.length, counted]).toEqual(mostCounted(findings, labels));
    expect(new Set(matches.map(({ label }) => label.id)).size).toBe(matches.length);
    expect(new Set(matches.map(({ finding }) => finding)).size).toBe(matches.length);
    for (const { finding, label } of matches)
      expect(fits(row('spoofing'), label, claimOf(finding))).toBe(true);
  }
});

test('the order in which findings and labels are given changes no count', () => {
  const draw = seededDraws(29);
  for (let trial = 0; trial < 30; trial += 1) {
    const labels = Array.from({ length: 6 }, (_, at) => {
      const from = 60 * draw();
      return sequence(`label ${at}`, from, from + 15 * draw(), draw() < 0.5 ? 1 : 2);
    });
    const findings = Array.from({ length: 8 }, () => spoofAt(80 * draw(), 0.5 + 0.5 * draw()));
    const given = counts(matchRow(row('spoofing'), findings, labels));
    expect(counts(matchRow(row('spoofing'), findings.toReversed(), labels.toReversed()))).toEqual(given);
  }
});

test('weak labels have a recall of their own, and what never showed must not be claimed', () => {
  const weak = truthLabel({ observability: 'weak' });
  expect(counts(matchRow(SYNTHETIC, [], [weak]))).toEqual([0, 0, 0, 0, 1]);
  expect(matchRow(SYNTHETIC, [findingAt(15)], [weak]).matches[0]?.relevance).toBe('weak');
  const hidden = truthLabel({ observability: 'none', tEvidentNs: null });
  expect(counts(matchRow(SYNTHETIC, [findingAt(15)], [hidden]))).toEqual([0, 1, 0, 0, 0]);
});

test('of spoofing two cycles count in one row, a single one in the other, and neither is wrong to find', () => {
  const spoofing = (cyclesEvident: number): TruthLabel =>
    truthLabel({
      type: 'spoofing',
      sub: 'single',
      params: { cycles: 5, cyclesEvident },
      observability: cyclesEvident < 2 ? 'weak' : 'strong',
    });
  const finding = findingAt(15, { type: 'spoofing', sub: 'single' });
  const relevanceIn = (name: string, label: TruthLabel) =>
    matchRow(row(name), [finding], [label]).matches.map(({ relevance }) => relevance);
  expect(relevanceIn('spoofing', spoofing(2))).toEqual(['counted']);
  expect(relevanceIn('spoofing', spoofing(1))).toEqual(['neutral']);
  expect(relevanceIn('spoofing/single', spoofing(1))).toEqual(['counted']);
  expect(relevanceIn('spoofing/single', spoofing(2))).toEqual(['neutral']);
  const { matches, wrong } = matchRow(
    row('spoofing'),
    [finding],
    [{ ...spoofing(0), observability: 'none' }],
  );
  expect([matches.length, wrong.length]).toEqual([0, 1]);
});

test('a run of stops that no level drove is no run to find', () => {
  const run = (levelDriven: boolean): TruthLabel =>
    truthLabel({ type: 'stop_run', sub: 'organic', params: { levelDriven } });
  const finding = findingAt(15, { type: 'stop_run', sub: null });
  expect(counts(matchRow(row('stop_run'), [finding], [run(true)]))).toEqual([1, 0, 0, 0, 0]);
  expect(counts(matchRow(row('stop_run'), [finding], [run(false)]))).toEqual([0, 1, 0, 0, 0]);
});

test('a planted level that rarely holds is neither missed nor wrong to find', () => {
  const level = (bounce: number): TruthLabel =>
    truthLabel({ type: 'support', sub: 'planted', params: { bounce } });
  const finding = findingAt(15, { type: 'support', sub: null });
  expect(matchRow(row('support'), [finding], [level(0.7)]).matches[0]?.relevance).toBe('counted');
  expect(matchRow(row('support'), [finding], [level(0.55)]).matches[0]?.relevance).toBe('neutral');
  expect(counts(matchRow(row('support'), [], [level(0.55)]))).toEqual([0, 0, 0, 0, 0]);
});

test('the delay of repeated spoofing counts from its second cycle', () => {
  const label = truthLabel({
    type: 'spoofing',
    params: { cyclesEvident: 3, secondCycleNs: String(second(14)) },
  });
  expect(row('spoofing').evidentNs(label)).toBe(second(14));
  expect(row('spoofing/single').evidentNs(label)).toBe(second(12));
});
