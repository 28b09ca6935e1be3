/** What is kept of the looks of a session, and what a model learns from them. */
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { CandidateFacts, ModelSpec } from '#calibration/judge.ts';
import { UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import type { TruthLabel } from '#evaluation/truth-label.ts';
import { truthLabel } from '#testing/score-labels.ts';
import { type Candidate, CandidateLog } from './candidate-log.ts';
import { judgedCandidates, samplesOf, truthOf } from './training-set.ts';

const SPEC: ModelSpec = {
  ...{ name: 'probe', version: 1, features: ['a', 'b'] },
  truth: { from: 'labels', type: 'iceberg', sub: 'synthetic' },
};

const look = (part: Partial<CandidateFacts> = {}): CandidateFacts => ({
  ...{ key: 'one', side: SIDE_BID, timeMs: 15_000, priceLowTicks: 10, priceHighTicks: 10, features: [1, 2] },
  ...part,
});

class Session {
  readonly log: CandidateLog;

  constructor(keepsLooks = true, scorers?: ConstructorParameters<typeof CandidateLog>[0]['scorers']) {
    this.log = new CandidateLog({ keepsLooks, ...(scorers === undefined ? {} : { scorers }) });
  }

  look(score: number, part: Partial<CandidateFacts> = {}, confidence = 0.5, spec = SPEC): this {
    this.log.onCandidate(spec, 'L3', look(part), { ...UNKNOWN_JUDGEMENT, score, confidence });
    return this;
  }

  get candidates(): Candidate[] {
    return [...(this.log.models.get('probe')?.candidates.values() ?? [])];
  }
}

test('a candidate is the looks of one key, and keeps its best one', () => {
  const session = new Session();
  session
    .look(1, { timeMs: 1 }, 0.6)
    .look(3, { timeMs: 2, priceHighTicks: 12 }, 0.8)
    .look(2, { timeMs: 3 }, 0.9);
  expect(session.candidates).toMatchObject([
    {
      ...{ key: 'one', lookCount: 3, bestScore: 3, bestConfidence: 0.8, outcome: null },
      best: { side: 'bid', timeMs: 2, priceLowTicks: 10, priceHighTicks: 12, orderId: null },
    },
  ]);
});

test('of equal looks the first is the best', () => {
  expect(new Session().look(1, { timeMs: 1 }).look(1, { timeMs: 2 }).candidates[0]?.best.timeMs).toBe(1);
});

test('the first, second, fourth, eighth … look is kept, with a copy of its features', () => {
  const session = new Session();
  const features = [0, 0];
  for (let at = 1; at <= 20; at += 1) {
    features[0] = at;
    session.look(at, { features });
  }
  const looks = session.candidates[0]?.looks ?? [];
  expect(looks.map((one) => one.features[0])).toEqual([1, 2, 4, 8, 16]);
});

test('without a need for looks none is kept, and the best one is all the same', () => {
  const [candidate] = new Session(false).look(1).look(5).candidates;
  expect(candidate).toMatchObject({ looks: [], lookCount: 2, bestScore: 5 });
});

test('a scorer that is being calibrated scores in place of the judge', () => {
  const scorer = { kind: 'logistic', center: [0, 0], scale: [1, 1], weights: [1, -1], intercept: 0 } as const;
  const session = new Session(true, new Map([['probe', scorer]]));
  session.look(99, { features: [1, 3] }, 0.9).look(-99, { features: [4, 1] }, 0.2);
  expect(session.candidates[0]).toMatchObject({ bestScore: 3, bestConfidence: 0.2 });
});

test.each([
  ['bid', SIDE_BID],
  ['ask', SIDE_ASK],
  [null, SIDE_NONE],
])('a claim of side %s', (side, given) => {
  expect(new Session().look(1, { side: given }).candidates[0]?.best.side).toBe(side);
});

test('a claim names its order where the feed names orders', () => {
  const id = (orderHi: number, orderLo: number) =>
    new Session().look(1, { orderHi, orderLo }).candidates[0]?.best.orderId;
  expect([id(0, 0), id(0, 12), id(1, 5)]).toEqual([null, '12', String(2 ** 32 + 5)]);
});

test('an outcome is that of its candidate, of its model, and the last word counts', () => {
  const session = new Session().look(1, { key: 'a' }).look(1, { key: 'b' });
  session.look(1, { key: 'a' }, 0.5, { ...SPEC, name: 'other' });
  session.log.onOutcome(SPEC, 'a', true);
  session.log.onOutcome(SPEC, 'unknown', true);
  session.log.onOutcome({ ...SPEC, name: 'never judged' }, 'b', true);
  expect(session.candidates.map(({ outcome }) => outcome)).toEqual([true, null]);
  expect(session.log.models.get('other')?.candidates.get('a')?.outcome).toBeNull();
  session.log.onOutcome(SPEC, 'a', null);
  expect(session.candidates[0]?.outcome).toBeNull();
});

test.each([
  ['a feature that is missing', [1], 'probe: expected 2 features, got 1'],
  ['a feature too many', [1, 2, 3], 'probe: expected 2 features, got 3'],
  ['what is not a number', [1, Number.NaN], 'probe: feature b is NaN at one'],
  ['what is not finite', [Number.POSITIVE_INFINITY, 1], 'probe: feature a is Infinity at one'],
])('%s stops the training with its name', (_, features, message) => {
  expect(() => new Session().look(1, { features })).toThrow(message);
});

describe('what is learnt', () => {
  const labels: readonly TruthLabel[] = [truthLabel({ orderIds: ['7'] })];

  test('is every kept look with its own truth, and the looks of one candidate weigh 1 together', () => {
    const session = new Session().look(1).look(2, { timeMs: 15_000 }).look(3).look(4, { timeMs: 90_000 });
    session.look(1, { key: 'two', timeMs: 95_000, features: [5, 6] });
    const samples = samplesOf(SPEC, session.candidates, truthOf(SPEC, labels));
    expect([samples.width, samples.count]).toEqual([2, 4]);
    expect([...samples.truths.subarray(0, 4)]).toEqual([1, 1, 0, 0]);
    expect([...samples.weights.subarray(0, 4)]).toEqual([1 / 3, 1 / 3, 1 / 3, 1]);
    expect([...samples.features.subarray(6, 8)]).toEqual([5, 6]);
  });

  test('of outcomes is what the candidate became, at every look; what is never known is left out', () => {
    const forecast: ModelSpec = { ...SPEC, truth: { from: 'outcome' } };
    const session = new Session().look(1, { key: 'hit' }).look(2, { key: 'hit' }).look(1, { key: 'open' });
    session.look(4, { key: 'miss', timeMs: 1 });
    session.log.onOutcome(forecast, 'hit', true);
    session.log.onOutcome(forecast, 'miss', false);
    const truth = truthOf(forecast, labels);
    const samples = samplesOf(forecast, session.candidates, truth);
    expect([...samples.truths.subarray(0, samples.count)]).toEqual([1, 1, 0]);
    expect(judgedCandidates(session.candidates, truth)).toEqual([
      { score: 2, confidence: 0.5, truth: true },
      { score: 4, confidence: 0.5, truth: false },
    ]);
  });

  test.each([
    ['at the first instant of the label', { timeMs: 10_000 }, true],
    ['before it', { timeMs: 9999 }, false],
    ['within the grace', { timeMs: 30_000 }, true],
    ['after it', { timeMs: 30_001 }, false],
    ['a tick beside it', { priceLowTicks: 11, priceHighTicks: 11 }, true],
    ['two ticks beside it', { priceLowTicks: 12, priceHighTicks: 12 }, false],
    ['on the other side', { side: SIDE_ASK }, false],
    ['of its order', { orderLo: 7 }, true],
    ['of another order', { orderLo: 8 }, false],
  ])('a look %s is true by the rules of the score: %s', (_, part, isTrue) => {
    const [candidate] = new Session().look(1, part).candidates;
    if (candidate === undefined) throw new Error('no candidate');
    expect(truthOf(SPEC, labels)(candidate, candidate.best)).toBe(isTrue);
  });

  test('is refused where no row of the score has such labels', () => {
    const unknown: ModelSpec = { ...SPEC, truth: { from: 'labels', type: 'whale', sub: null } };
    expect(() => truthOf(unknown, [])).toThrow('probe: no row of the score has labels whale/null');
  });

  test("is judged at the best look alone: somebody else's order there is left out, an earlier look does not count", () => {
    const session = new Session();
    session.look(5, { key: 'other', orderLo: 8 }).look(1, { key: 'other', orderLo: 7 });
    session.look(5, { key: 'own', orderLo: 7 }).look(1, { key: 'own', orderLo: 8, timeMs: 90_000 });
    session.look(5, { key: 'elsewhere', orderLo: 8, timeMs: 90_000 });
    const judged = judgedCandidates(session.candidates, truthOf(SPEC, labels));
    expect(judged.map(({ truth }) => truth)).toEqual([true, false]);
  });
});
