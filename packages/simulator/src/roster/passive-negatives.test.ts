import { describe, expect, test } from 'vitest';
import type { Label } from '#ground-truth/labels.ts';
import { type AgentRun, faultOf, runAgents } from '#testing/agent-run.ts';

const MANY = {
  pullsPerHour: 32,
  bigHonestPerHour: 32,
  bigCancelInfoPerHour: 32,
  leggersPerHour: 32,
  flickersPerHour: 32,
  requotesPerHour: 24,
  oneLotsPerHour: 32,
  partialModifiesPerHour: 48,
  churnsPerHour: 24,
};
const HOURS = 0.35;
const seconds = (label: Label): number => Number(label.t1Ns - label.t0Ns) / 1e9;

describe.each(['ES', 'NQ'])('%s', (symbol) => {
  const run = (): AgentRun => runAgents(symbol, 301, HOURS, MANY);
  const labels = (sub: string): readonly Label[] => run().labels.filter((label) => label.sub === sub);

  test('labels of negatives state what the rows show of their orders', () => {
    const { executed, labels: all } = run();
    expect(all.flatMap((label) => faultOf(label, executed) ?? [])).toEqual([]);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['neg']));
    for (const sub of ['pull', 'bigHonest', 'bigCancelInfo', 'legger', 'flicker', 'requote', 'oneLots'])
      expect(labels(sub).length, sub).toBeGreaterThan(2);
    expect(labels('partialModify').length).toBeGreaterThan(5);
    expect(labels('churn').length).toBeGreaterThan(2);
  });

  test('makers who pull are gone within a second', () => {
    for (const { tEvidentNs, t1Ns } of labels('pull')) expect(t1Ns - (tEvidentNs ?? 0n)).toBeLessThan(1e9);
  });

  test('an honest large order goes only when it traded, waited a minute or lost the market', () => {
    for (const label of labels('bigHonest')) {
      const { end, size } = label.params;
      if (end === 'waited') expect(seconds(label)).toBeGreaterThanOrEqual(60);
      if (end === 'traded') expect(label.qty).toBe(size);
      expect(['waited', 'traded', 'left', 'open']).toContain(end);
    }
    expect(labels('bigHonest').some(({ params }) => params['end'] === 'traded')).toBe(true);
  });

  test('a flicker adds ten to a hundred times a second', () => {
    for (const label of labels('flicker')) {
      const rate = Number(label.params['adds']) / seconds(label);
      expect(rate).toBeGreaterThan(6);
      expect(rate).toBeLessThan(130);
    }
  });

  test('a maker that quotes again does so on both sides, time after time', () => {
    for (const { side, params, orderIds } of labels('requote')) {
      expect(side).toBeNull();
      expect(Number(params['reposts'])).toBeLessThanOrEqual(orderIds.length);
    }
    expect(labels('requote').some(({ params }) => Number(params['reposts']) > 3)).toBe(true);
  });

  test('a churn trades more than three times the depth of five levels', () => {
    const evident = labels('churn').filter(({ observability }) => observability === 'strong');
    expect(evident.length).toBeGreaterThan(2);
    for (const { params } of evident)
      expect(Number(params['volume'])).toBeGreaterThanOrEqual(2 * Number(params['depth5']));
  });
});

test('who rests orders leaves the draws of the others as they were', () => {
  const natives = (agents: object): unknown[] =>
    runAgents('CL', 304, 0.3, { nativeIcebergsPerHour: 60, ...agents })
      .labels.filter(({ id }) => id.startsWith('native-iceberg'))
      .sort((a, b) => Number(a.t0Ns - b.t0Ns))
      .map(({ t0Ns, side, params }) => [t0Ns, side, params['display'], params['total']]);
  const alone = natives({});
  expect(alone.length).toBeGreaterThan(8);
  expect(natives({ ...MANY, spoofSequencesPerHour: 10, syntheticIcebergsPerHour: 10 })).toEqual(alone);
});
