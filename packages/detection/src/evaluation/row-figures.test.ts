import { describe, expect, test } from 'vitest';
import { findingAt, second, truthLabel } from '#testing/score-labels.ts';
import { SCORE_ROWS, type ScoreRow } from './match-rules.ts';
import { movedInTime } from './permutation.ts';
import { f1Of, precisionOf, recallOf, rowFigures } from './row-figures.ts';
import { outsideGaps, type PlayedTruth, type RowTally, tallyRow } from './session-tally.ts';

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

const one = (part: Partial<RowTally>): RowTally => ({
  ...tallyRow(SYNTHETIC, played({})),
  ...part,
});

test('weak findings are right where they were raised, and leave recall alone', () => {
  const tallies = [
    one({ labels: 10, found: 4, weakLabels: 5, weakFound: 2, wrong: 2, duplicates: 3, neutral: 7 }),
  ];
  expect([precisionOf(tallies), recallOf(tallies)]).toEqual([6 / 8, 4 / 10]);
  expect(f1Of(tallies)).toBeCloseTo((2 * 0.75 * 0.4) / 1.15, 12);
  const figures = rowFigures(tallies, 1);
  expect(figures.weakRecall).toBeCloseTo(2 / 5, 12);
  expect(figures.strictF1).toBeCloseTo((2 * (6 / 11) * 0.4) / (6 / 11 + 0.4), 12);
  expect(figures.neutral).toBe(7);
});

test('sessions are pooled, not averaged: one with many labels weighs more', () => {
  const tallies = [one({ labels: 90, found: 9, wrong: 1 }), one({ labels: 10, found: 10, wrong: 19 })];
  expect([recallOf(tallies), precisionOf(tallies)]).toEqual([19 / 100, 19 / 39]);
});

test('without labels F1 is unknown, and where everything was wrong it is 0', () => {
  expect(f1Of([one({ wrong: 5 })])).toBeNaN();
  expect(f1Of([one({ labels: 5, wrong: 5 })])).toBe(0);
  expect(rowFigures([one({ labels: 5, wrong: 5 })], 1).strictF1).toBe(0);
});

test('no session at all has no figures and counts nothing', () => {
  expect(rowFigures([], 1)).toMatchObject({
    ...{ sessions: 0, hours: 0, labels: 0, precision: null, recall: null, f1: null, strictF1: null },
    ...{ falseAlarmsPerHour: null, prevalencePerHour: null, weakRecall: null, delayMedianMs: null },
    ...{ delayP90Ms: null, directionAccuracy: null, sizeErrorMedian: null, bySub: [], wrongBy: [] },
  });
});

test('delays and sizes are quantiles over all sessions together', () => {
  const tallies = [one({ delaysMs: [0, 100, 200] }), one({ delaysMs: [1000], sizeErrors: [0.1, 0.9, 0.3] })];
  const figures = rowFigures(tallies, 1);
  expect([figures.delayMedianMs, figures.sizeErrorMedian]).toEqual([150, 0.3]);
  // A tenth from the top of four: 0.7 of the way from 200 to 1000
  expect(figures.delayP90Ms).toBeCloseTo(760, 9);
});

test('labels an hour are those of sessions in which something was planted, alarms those of the others', () => {
  const tallies = [
    one({ labels: 6, wrong: 9, hours: 2 }),
    one({ labels: 1, wrong: 3, hours: 6, isClean: true }),
    one({ wrong: 0, hours: 2, isClean: true }),
  ];
  const { prevalencePerHour, falseAlarmsPerHour, cleanHours, hours } = rowFigures(tallies, 1);
  expect([prevalencePerHour, falseAlarmsPerHour?.value, cleanHours, hours]).toEqual([3, 3 / 8, 8, 10]);
});

test('kinds of labels come with the most frequent first, causes with the largest, equals by name', () => {
  const subs = (...all: [string, number, number][]) =>
    new Map(all.map(([sub, labels, found]) => [sub, { labels, found }]));
  const tallies = [
    one({
      bySub: subs(['b', 2, 1], ['a', 2, 0]),
      wrong: 3,
      wrongBy: new Map([
        ['crowd', 2],
        ['b', 1],
      ]),
    }),
    one({ bySub: subs(['c', 5, 5], ['a', 1, 1]), wrong: 1, wrongBy: new Map([['a', 1]]) }),
  ];
  const { bySub, wrongBy } = rowFigures(tallies, 1);
  expect(bySub).toEqual([
    { sub: 'c', labels: 5, found: 5 },
    { sub: 'a', labels: 3, found: 1 },
    { sub: 'b', labels: 2, found: 1 },
  ]);
  expect(wrongBy).toEqual([
    { cause: 'crowd', share: 0.5 },
    { cause: 'a', share: 0.25 },
    { cause: 'b', share: 0.25 },
  ]);
});

test('sessions that are all alike leave no doubt, and the same seed gives the same interval', () => {
  const alike = Array.from({ length: 6 }, () => one({ labels: 4, found: 3 }));
  expect(rowFigures(alike, 1).recall).toEqual({ value: 0.75, low: 0.75, high: 0.75 });
  const mixed = Array.from({ length: 12 }, (_, at) => one({ labels: 4, found: at % 5 }));
  expect(rowFigures(mixed, 3)).toEqual(rowFigures(mixed, 3));
  expect(rowFigures(mixed, 4).recall?.value).toBe(rowFigures(mixed, 3).recall?.value);
});

describe('labels moved in time', () => {
  test('stay where the session is no longer than they are', () => {
    const label = truthLabel({ t0Ns: second(0), t1Ns: second(60) });
    expect(movedInTime([label], 0n, second(60), 1)).toEqual([label]);
    expect(movedInTime([label], 0n, second(30), 1)).toEqual([label]);
  });

  test('lie anywhere in the session, as often early as late', () => {
    const labels = Array.from({ length: 400 }, () => truthLabel());
    const moved = movedInTime(labels, second(1000), second(2010), 5);
    const starts = moved.map(({ t0Ns }) => Number(t0Ns - second(1000)) / 1e9);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...starts)).toBeLessThan(1000);
    const mean = starts.reduce((sum, start) => sum + start, 0) / starts.length;
    // Four standard errors of a uniform law
    expect(Math.abs(mean - 500)).toBeLessThan((4 * 1000) / Math.sqrt(12 * 400));
  });

  test('move their evident moment along, and what never showed never does', () => {
    const [hidden] = movedInTime([truthLabel({ tEvidentNs: null })], 0n, second(900), 2);
    expect(hidden?.tEvidentNs).toBeNull();
    expect(movedInTime([truthLabel()], 0n, second(900), 2)).not.toEqual(
      movedInTime([truthLabel()], 0n, second(900), 3),
    );
  });
});
