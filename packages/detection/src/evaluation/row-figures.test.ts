import { expect, test } from 'vitest';
import { findingAt, second, truthLabel } from '#testing/score-labels.ts';
import { SCORE_ROWS, type ScoreRow } from './match-rules.ts';
import { movedInTime } from './permutation.ts';
import { rowFigures } from './row-figures.ts';
import { outsideGaps, type PlayedTruth, tallyRow } from './session-tally.ts';

const SYNTHETIC = SCORE_ROWS.find(({ name }) => name === 'iceberg/synthetic') as ScoreRow;

const played = (parts: Partial<PlayedTruth>): PlayedTruth => ({
  findings: [],
  labels: [],
  hours: 1,
  isClean: false,
  ...parts,
});

/** Three labels an hour apart; the first is found twice, the second never, the third on the wrong side. */
const SESSION = played({
  labels: [
    truthLabel({ id: 'a' }),
    truthLabel({ id: 'b', t0Ns: second(100), t1Ns: second(120), tEvidentNs: second(105) }),
    truthLabel({ id: 'c', t0Ns: second(200), t1Ns: second(220), tEvidentNs: second(205), side: 'ask' }),
    truthLabel({ id: 'n', type: 'neg', sub: 'requote', t0Ns: second(300), t1Ns: second(310) }),
  ],
  findings: [findingAt(14), findingAt(17), findingAt(210), findingAt(305), findingAt(500)],
});

test('precision, recall, duplicates, delay, direction and size come out of one session as counted by hand', () => {
  const figures = rowFigures([tallyRow(SYNTHETIC, SESSION)], 1);
  expect(figures).toMatchObject({ labels: 3, found: 1, wrong: 3, duplicates: 1, prevalencePerHour: 3 });
  expect(figures.precision?.value).toBeCloseTo(1 / 4, 12);
  expect(figures.recall?.value).toBeCloseTo(1 / 3, 12);
  expect(figures.f1?.value).toBeCloseTo(2 / 7, 12);
  expect(figures.strictF1).toBeCloseTo((2 * (1 / 5) * (1 / 3)) / (1 / 5 + 1 / 3), 12);
  expect(figures.delayMedianMs).toBe(2000);
  expect(figures.directionAccuracy).toBeCloseTo(1 / 2, 12);
  expect(figures.sizeErrorMedian).toBeCloseTo(0.2, 12);
});

test('wrong findings are grouped by what they were at', () => {
  const { wrongBy } = rowFigures([tallyRow(SYNTHETIC, SESSION)], 1);
  expect(Object.fromEntries(wrongBy.map(({ cause, share }) => [cause, share.toFixed(2)]))).toEqual({
    crowd: '0.33',
    'iceberg/synthetic': '0.33',
    'neg/requote': '0.33',
  });
});

test('recall is separate by kind of label', () => {
  const scripted = truthLabel({ id: 's', sub: 'synthetic' });
  const labels = [scripted, truthLabel({ id: 't', t0Ns: second(300), t1Ns: second(310) })];
  const { bySub } = rowFigures([tallyRow(SYNTHETIC, played({ labels, findings: [findingAt(14)] }))], 1);
  expect(bySub).toEqual([{ sub: 'synthetic', labels: 2, found: 1 }]);
});

test('false alarms an hour are those of clean sessions only', () => {
  const clean = played({ findings: [findingAt(30), findingAt(90)], hours: 4, isClean: true });
  const figures = rowFigures([tallyRow(SYNTHETIC, SESSION), tallyRow(SYNTHETIC, clean)], 1);
  expect(figures.falseAlarmsPerHour?.value).toBe(0.5);
  expect(figures.prevalencePerHour).toBe(3);
  expect(rowFigures([tallyRow(SYNTHETIC, SESSION)], 1).falseAlarmsPerHour).toBeNull();
});

test('without labels there is no recall, without findings no precision, and both are null', () => {
  const empty = rowFigures([tallyRow(SYNTHETIC, played({}))], 1);
  expect([empty.precision, empty.recall, empty.f1, empty.delayMedianMs]).toEqual([null, null, null, null]);
  const missed = rowFigures([tallyRow(SYNTHETIC, played({ labels: [truthLabel()] }))], 1);
  expect([missed.precision, missed.recall?.value, missed.f1?.value]).toEqual([null, 0, 0]);
});

test('intervals hold the value and narrow with more sessions', () => {
  const good = tallyRow(SYNTHETIC, played({ labels: [truthLabel()], findings: [findingAt(15)] }));
  const bad = tallyRow(SYNTHETIC, played({ labels: [truthLabel()], findings: [findingAt(70)] }));
  const width = (times: number): number => {
    const { recall } = rowFigures(Array.from({ length: times }, () => [good, bad]).flat(), 5);
    expect(recall?.low).toBeLessThanOrEqual(0.5);
    expect(recall?.high).toBeGreaterThanOrEqual(0.5);
    return (recall?.high ?? 0) - (recall?.low ?? 0);
  };
  expect(width(50)).toBeLessThan(width(3));
});

test('degraded findings, and whatever touches a gap, leave the score', () => {
  const degraded = played({ labels: [truthLabel()], findings: [findingAt(500, { degraded: true })] });
  expect(tallyRow(SYNTHETIC, degraded)).toMatchObject({ labels: 1, wrong: 0 });
  const gap = { fromNs: second(19), toNs: second(21) };
  const cut = outsideGaps(SESSION, [gap, { fromNs: second(499), toNs: second(501) }]);
  expect(tallyRow(SYNTHETIC, cut)).toMatchObject({ labels: 2, found: 0, wrong: 4 });
});

test('labels moved in time keep their length, stay in the session and are found by chance only', () => {
  const labels = Array.from({ length: 40 }, (_, at) =>
    truthLabel({
      id: `${at}`,
      t0Ns: second(90 * at),
      t1Ns: second(90 * at + 2),
      tEvidentNs: second(90 * at + 1),
    }),
  );
  const findings = labels.map((_, at) => findingAt(90 * at + 1));
  const moved = movedInTime(labels, 0n, second(3600), 3);
  for (const [at, { t0Ns, t1Ns, tEvidentNs }] of moved.entries()) {
    expect(t1Ns - t0Ns).toBe(second(2));
    expect(t0Ns >= 0n && t1Ns <= second(3600)).toBe(true);
    expect((tEvidentNs ?? 0n) - t0Ns).toBe(second(1));
    expect(labels[at]?.id).toBe(moved[at]?.id);
  }
  const recall = (of: typeof labels): number =>
    rowFigures([tallyRow(SYNTHETIC, played({ labels: of, findings }))], 1).recall?.value ?? 0;
  expect(recall(labels)).toBe(1);
  expect(recall(moved)).toBeLessThan(0.4);
  expect(movedInTime(labels, 0n, second(3600), 3)).toEqual(moved);
});
