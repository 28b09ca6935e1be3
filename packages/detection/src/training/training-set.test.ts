import { expect, test } from 'vitest';
import type { ModelSpec } from '#calibration/judge.ts';
import type { Observability, TruthLabel } from '#evaluation/truth-label.ts';
import type { Candidate } from './candidate-log.ts';
import { judgedCandidates, truthOf } from './training-set.ts';

const CLAIM = { side: null, timeMs: 15_000, priceLowTicks: 100, priceHighTicks: 101 };
const CANDIDATE: Candidate = {
  key: 'one',
  looks: [],
  lookCount: 1,
  bestScore: 0,
  bestConfidence: 0,
  best: CLAIM,
  outcome: null,
};

function shock(observability: Observability): TruthLabel {
  return {
    id: observability,
    type: 'volume_spike',
    sub: null,
    side: null,
    symbol: 'ES',
    t0Ns: 10_000_000_000n,
    t1Ns: 20_000_000_000n,
    tEvidentNs: null,
    priceLowTicks: 100,
    priceHighTicks: 101,
    qty: 1,
    observability,
    params: {},
  };
}

function truth(labels: readonly TruthLabel[], strongOnly: boolean): boolean | null {
  const spec: ModelSpec = {
    name: 'spike',
    version: 1,
    features: [],
    truth: { from: 'labels', type: 'volume_spike', sub: null, strongOnly },
  };
  return truthOf(spec, labels)(CANDIDATE, CLAIM);
}

test('what fits a weak label is true', () => {
  expect(truth([shock('weak')], false)).toBe(true);
});

test('for a model of strong labels it is neither true nor false', () => {
  expect(truth([shock('weak')], true)).toBeNull();
  expect(truth([shock('weak'), shock('strong')], true)).toBe(true);
});

test('what fits no label that may be found is false', () => {
  expect([truth([], true), truth([], false), truth([shock('none')], true)]).toEqual([false, false, false]);
});

test("somebody else's order at the place of a label is neither right nor wrong; elsewhere it is wrong", () => {
  const spec: ModelSpec = {
    name: 'spike',
    version: 1,
    features: [],
    truth: { from: 'labels', type: 'volume_spike', sub: null },
  };
  const own = { ...CANDIDATE, best: { ...CLAIM, orderId: '7' } };
  const other = { ...CANDIDATE, best: { ...CLAIM, orderId: '8' } };
  const elsewhere = { ...CANDIDATE, best: { ...CLAIM, orderId: '8', timeMs: 90_000 } };
  const ofOrders = truthOf(spec, [{ ...shock('strong'), orderIds: ['7'] }]);
  expect(judgedCandidates([own, other, elsewhere], ofOrders).map((one) => one.truth)).toEqual([true, false]);
});

test('what has a type of its own on each side of the market is learnt from both', () => {
  const spec: ModelSpec = {
    name: 'level',
    version: 1,
    features: [],
    truth: { from: 'labels', type: 'support', sub: null, mirror: 'resistance' },
  };
  for (const type of ['support', 'resistance'] as const)
    expect(truthOf(spec, [{ ...shock('strong'), type }])(CANDIDATE, CLAIM)).toBe(true);
  expect(truthOf(spec, [shock('strong')])(CANDIDATE, CLAIM)).toBe(false);
});
