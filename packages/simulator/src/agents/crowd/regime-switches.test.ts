import { HOUR_NS } from '@undertow/market';
import { expect, test } from 'vitest';
import { marketBench } from '#testing/market-bench.ts';
import { RegimeSwitches } from './regime-switches.ts';

test('a change of the hidden state is labelled with the state that it set, each from the one before', () => {
  const { market, labels, runTo } = marketBench('ES', 3);
  const agent = new RegimeSwitches(market, { owner: 9, perHour: 2 });
  let named = 'balanced';
  for (let minute = 1; minute <= 40 * 60; minute++) {
    const before = labels.length;
    runTo(agent, (minute * HOUR_NS) / 60);
    for (const label of labels.slice(before)) {
      expect(label.params['from']).toBe(named);
      expect(label.sub).not.toBe(named);
      named = label.sub ?? '';
    }
    const last = labels.at(-1);
    if (last === undefined) continue;
    const { regime, driftTicks } = market.conditions;
    expect([regime.pace, regime.depth]).toEqual([last.params['pace'], last.params['depth']]);
    expect(Math.sign(driftTicks)).toBe(Math.sign(Number(last.params['drift'])));
  }
  expect(labels.length).toBeGreaterThan(55);
  expect(labels.length).toBeLessThan(110);
  expect(new Set(labels.map(({ sub }) => sub)).size).toBe(6);
});

test('a change of depth is plain within minutes, that of pace alone or the beginning of a drift is not', () => {
  const { market, labels, runTo } = marketBench('ES', 3);
  runTo(new RegimeSwitches(market, { owner: 9, perHour: 2 }), 40 * HOUR_NS);
  const between = (from: string, to: string): string[] =>
    labels
      .filter((label) => label.params['from'] === from && label.sub === to)
      .map(({ observability }) => observability);
  for (const state of ['volatile', 'thin']) {
    expect(new Set(between('balanced', state))).toEqual(new Set(['strong']));
    expect(new Set(between(state, 'balanced'))).toEqual(new Set(['strong']));
  }
  for (const state of ['quiet', 'trend-up'])
    expect(new Set(between('balanced', state))).toEqual(new Set(['weak']));
});

test('a market without switches stays as it is', () => {
  const { market, labels, runTo } = marketBench('ES', 3);
  runTo(new RegimeSwitches(market, { owner: 9, perHour: 0 }), 10 * HOUR_NS);
  expect(labels).toEqual([]);
  expect(market.conditions.regime).toEqual({ pace: 1, depth: 1 });
});
