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

test('out of a regime the market mostly returns to balance, and no switch leads to where it is', () => {
  const { market, labels, runTo } = marketBench('ES', 4);
  runTo(new RegimeSwitches(market, { owner: 9, perHour: 20 }), 40 * HOUR_NS);
  const out = labels.filter(({ params }) => params['from'] !== 'balanced');
  expect(out.filter(({ sub }) => sub === 'balanced').length / out.length).toBeCloseTo(0.6, 1);
  for (const { params, sub } of labels) expect(sub).not.toBe(params['from']);
});

test('a drift carries the product\u2019s worth by 1.6 standard deviations in ten minutes, at any scale', () => {
  for (const symbol of ['ES', 'NQ']) {
    const { market, labels, runTo } = marketBench(symbol, 3);
    const agent = new RegimeSwitches(market, { owner: 9, perHour: 6 });
    for (let minute = 1; minute < 3000 && market.conditions.driftTicks === 0; minute++)
      runTo(agent, (minute * HOUR_NS) / 60);
    const tenMinutes = market.profile.sigmaTicks * Math.sqrt(600);
    expect(Math.abs(market.conditions.driftTicks) * 600).toBeCloseTo(1.6 * tenMinutes, 6);
    expect(labels.at(-1)?.sub).toBe(market.conditions.driftTicks > 0 ? 'trend-up' : 'trend-down');
  }
});

test('a label is of one instant, carries the prices of the moment and the information of the change', () => {
  const { market, labels, runTo } = marketBench('ES', 5);
  runTo(new RegimeSwitches(market, { owner: 9, perHour: 3 }), 10 * HOUR_NS);
  for (const label of labels) {
    expect([label.t0Ns, label.tEvidentNs]).toEqual([label.t1Ns, label.t1Ns]);
    expect([label.priceLowTicks, label.priceHighTicks, label.qty]).toEqual([999, 1000, 0]);
    expect(label.observability).toBe(Number(label.params['nats']) >= 3 ? 'strong' : 'weak');
  }
});
