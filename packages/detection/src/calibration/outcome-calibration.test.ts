/** Forecasts of outcomes learn from what came of them, from session to session, and never within one. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logistic, logitOf } from '#learning/logistic.ts';
import { NEW_CAP, OutcomeCalibration, servedProbability } from './outcome-calibration.ts';

const MODEL = 'absorption_hold';

/** Forecasts that are true as often as `truly` gives. */
function session(
  calibration: OutcomeCalibration,
  count: number,
  truly: (p: number) => number,
  seed = 1,
): void {
  const draw = seededDraws(seed);
  for (let at = 0; at < count; at += 1) {
    const p = 0.1 + 0.8 * draw();
    calibration.learn(MODEL, p, draw() < truly(p), at);
  }
  calibration.endSession();
}

const tooSure = (p: number): number => logistic(0.4 * logitOf(p) - 0.3);

test('a new forecast is stated as trained, but no surer than the cap', () => {
  const served = new OutcomeCalibration().served(MODEL);
  expect(servedProbability(0.6, 0.4, served)).toBeCloseTo(0.6, 12);
  expect(servedProbability(0.95, 0.4, served)).toBe(NEW_CAP);
});

test('within a session nothing changes, whatever comes', () => {
  const calibration = new OutcomeCalibration();
  const before = calibration.served(MODEL);
  for (let at = 0; at < 500; at += 1) calibration.learn(MODEL, 0.9, false, at);
  expect(servedProbability(0.9, 0.4, calibration.served(MODEL))).toBe(servedProbability(0.9, 0.4, before));
  calibration.endSession();
  expect(servedProbability(0.9, 0.4, calibration.served(MODEL))).toBeLessThan(0.5);
});

test('where the training holds it is kept, and the cap falls after enough outcomes', () => {
  const calibration = new OutcomeCalibration();
  session(calibration, 1500, (p) => p);
  for (const p of [0.2, 0.5, 0.9])
    expect(servedProbability(p, 0.4, calibration.served(MODEL))).toBeCloseTo(p, 1);
  expect(servedProbability(0.9, 0.4, calibration.served(MODEL))).toBeGreaterThan(NEW_CAP);
});

test('forecasts that are too sure are pulled to what came of them', () => {
  const calibration = new OutcomeCalibration();
  for (let seed = 1; seed <= 4; seed += 1) session(calibration, 800, tooSure, seed);
  const { isDrifting, ...served } = calibration.served(MODEL);
  expect(isDrifting).toBe(false);
  for (const p of [0.2, 0.5, 0.85])
    expect(Math.abs(servedProbability(p, 0.4, { ...served, isDrifting }) - tooSure(p))).toBeLessThan(0.05);
});

test('fewer than 200 outcomes change nothing', () => {
  const calibration = new OutcomeCalibration();
  session(calibration, 150, tooSure);
  expect(calibration.served(MODEL)).toMatchObject({ slope: 1, offset: 0, outcomes: 150 });
});

test('a session that was off by more than chance allows draws the next one to the base', () => {
  const calibration = new OutcomeCalibration();
  session(calibration, 2000, (p) => p);
  expect(calibration.served(MODEL).isDrifting).toBe(false);
  for (let at = 0; at < 150; at += 1) calibration.learn(MODEL, 0.8, false, at);
  calibration.endSession();
  const served = calibration.served(MODEL);
  expect(served.isDrifting).toBe(true);
  expect(servedProbability(0.8, 0.3, served)).toBeLessThan(
    servedProbability(0.8, 0.3, { ...served, isDrifting: false }),
  );
});

test('a session that is over leaves what it forecast and what came of it', () => {
  const calibration = new OutcomeCalibration();
  session(calibration, 40, (p) => p);
  for (let at = 0; at < 100; at += 1) calibration.learn(MODEL, 0.8, at < 30, at);
  expect(calibration.states()[MODEL]?.lastSession?.settled).toBe(40);
  calibration.endSession();
  const { lastSession } = calibration.states()[MODEL]!;
  expect(lastSession).toMatchObject({ settled: 100, observed: 0.3 });
  expect(lastSession?.forecast).toBeCloseTo(0.8, 12);
  calibration.endSession();
  expect(calibration.states()[MODEL]).toMatchObject({ lastSession: null, isDrifting: false });
});

test('states of a version that did not count hits are read', () => {
  const whole = new OutcomeCalibration();
  session(whole, 60, tooSure);
  const { hits, lastSession, ...old } = whole.states()[MODEL]!;
  const restored = new OutcomeCalibration({ [MODEL]: old });
  session(whole, 60, tooSure, 2);
  session(restored, 60, tooSure, 2);
  expect(restored.states()).toEqual(whole.states());
});

test('it goes on from its plain data as if it had never stopped', () => {
  const whole = new OutcomeCalibration();
  session(whole, 300, tooSure, 1);
  const restored = new OutcomeCalibration(JSON.parse(JSON.stringify(whole.states())));
  session(whole, 300, tooSure, 2);
  session(restored, 300, tooSure, 2);
  expect(restored.states()).toEqual(whole.states());
});

test('what its states hold already is not learnt again', () => {
  const calibration = new OutcomeCalibration({}, 1000);
  calibration.learn(MODEL, 0.8, true, 999);
  expect(calibration.states()).toEqual({});
  calibration.learn(MODEL, 0.8, true, 1000);
  expect(calibration.states()[MODEL]?.settled).toBe(1);
});

test('the first outcome moves slope and offset by one step of Newton from the prior', () => {
  const calibration = new OutcomeCalibration();
  calibration.learn(MODEL, 0.8, false, 1);
  const state = calibration.states()[MODEL]!;
  const x = Math.log(4);
  // Precision 50 of each before, and 0.8 * 0.2 of the outcome; the gradient is -0.8 (x, 1)
  const [a, b, c] = [50 + 0.16 * x * x, 0.16 * x, 50.16];
  const determinant = a * c - b * b;
  expect(state.precision).toEqual([a, b, c].map((one) => expect.closeTo(one, 12)));
  expect(state.learntSlope).toBeCloseTo(1 + (-0.8 * (c * x - b)) / determinant, 12);
  expect(state.learntOffset).toBeCloseTo((-0.8 * (a - b * x)) / determinant, 12);
  expect([state.trainedLoss, state.learntLoss]).toEqual([
    expect.closeTo(-Math.log(0.2), 12),
    expect.closeTo(-Math.log(0.2), 12),
  ]);
  expect(state).toMatchObject({
    settled: 1,
    hits: 0,
    surplus: expect.closeTo(0.8, 12),
    variance: expect.closeTo(0.16, 12),
  });
});

test('outcomes and probabilities that change places turn the offset and keep the slope', () => {
  const draw = seededDraws(9);
  const [one, other] = [new OutcomeCalibration(), new OutcomeCalibration()];
  for (let at = 0; at < 300; at += 1) {
    const p = 0.05 + 0.9 * draw();
    const outcome = draw() < tooSure(p);
    one.learn(MODEL, p, outcome, at);
    other.learn(MODEL, 1 - p, !outcome, at);
  }
  const [mine, turned] = [one.states()[MODEL]!, other.states()[MODEL]!];
  expect(turned.learntSlope).toBeCloseTo(mine.learntSlope, 9);
  expect(turned.learntOffset).toBeCloseTo(-mine.learntOffset, 9);
  expect(turned.learntLoss).toBeCloseTo(mine.learntLoss, 9);
});

test('models learn each by themselves', () => {
  const calibration = new OutcomeCalibration();
  for (let at = 0; at < 300; at += 1) {
    calibration.learn('one', 0.9, at % 3 === 0, at);
    calibration.learn('other', 0.5, at % 2 === 0, at);
  }
  calibration.endSession();
  expect(servedProbability(0.9, 0.5, calibration.served('one'))).toBeLessThan(0.6);
  expect(servedProbability(0.5, 0.5, calibration.served('other'))).toBeCloseTo(0.5, 1);
  expect(calibration.served('a third')).toMatchObject({
    slope: 1,
    offset: 0,
    outcomes: 0,
    isDrifting: false,
  });
});

test('what would have been worse than the training is not served, whatever was learnt', () => {
  const calibration = new OutcomeCalibration();
  // First as trained for long, then a short spell of misses: over all of them the training was better
  for (let at = 0; at < 2000; at += 1)
    calibration.learn(
      MODEL,
      at % 2 === 0 ? 0.9 : 0.1,
      at % 20 === 1 || at % 20 === 0 ? at % 2 === 1 : at % 2 === 0,
      at,
    );
  calibration.endSession();
  const { learntLoss, trainedLoss } = calibration.states()[MODEL]!;
  const { slope, offset } = calibration.served(MODEL);
  expect([slope, offset]).toEqual(learntLoss < trainedLoss ? [slope, offset] : [1, 0]);
  expect(learntLoss).toBeGreaterThan(trainedLoss);
});

test.each([
  ['199 outcomes are too few', 199, false],
  ['200 are enough', 200, true],
])('%s to serve what was learnt', (_, count, isServed) => {
  const calibration = new OutcomeCalibration();
  for (let at = 0; at < count; at += 1) calibration.learn(MODEL, 0.9, at % 2 === 0, at);
  calibration.endSession();
  expect(calibration.served(MODEL).slope !== 1).toBe(isServed);
});

test('a slope below 0 is never served: what was likelier stays likelier', () => {
  const calibration = new OutcomeCalibration();
  for (let round = 0; round < 4; round += 1) {
    for (let at = 0; at < 800; at += 1) calibration.learn(MODEL, at % 2 === 0 ? 0.9 : 0.1, at % 2 === 1, at);
    calibration.endSession();
  }
  expect(calibration.states()[MODEL]?.learntSlope).toBeLessThan(0);
  const served = { ...calibration.served(MODEL), isDrifting: false };
  expect(served.slope).toBe(0);
  expect(servedProbability(0.9, 0.4, served)).toBe(servedProbability(0.1, 0.4, served));
});

test.each([
  // Of 100 forecasts of 0.5 the standard error is 5, and four of them are 20
  ['twenty off is chance', 30, false],
  ['twenty-one are not', 29, true],
  ['nor are twenty-one on the other side', 71, true],
])('of a hundred even forecasts %s', (_, hits, isDrifting) => {
  const calibration = new OutcomeCalibration();
  for (let at = 0; at < 100; at += 1) calibration.learn(MODEL, 0.5, at < hits, at);
  calibration.endSession();
  expect(calibration.served(MODEL).isDrifting).toBe(isDrifting);
});

test('a session of fewer than fifty even forecasts never drifts', () => {
  for (const [count, isDrifting] of [
    [49, false],
    [50, true],
  ] as const) {
    const calibration = new OutcomeCalibration();
    for (let at = 0; at < count; at += 1) calibration.learn(MODEL, 0.5, true, at);
    calibration.endSession();
    expect(calibration.served(MODEL).isDrifting, `${count}`).toBe(isDrifting);
  }
});

describe('what is stated', () => {
  const AS_TRAINED = { slope: 1, offset: 0, outcomes: 500, isDrifting: false };

  test('is capped below a hundred outcomes, and not from there on', () => {
    const at = (outcomes: number): number => servedProbability(0.95, 0.5, { ...AS_TRAINED, outcomes });
    expect([at(0), at(99)]).toEqual([NEW_CAP, NEW_CAP]);
    expect(at(100)).toBeCloseTo(0.95, 12);
  });

  test('lies halfway to the base on the logit while it drifts', () => {
    const drifting = { ...AS_TRAINED, isDrifting: true };
    expect(servedProbability(0.9, 0.5, drifting)).toBeCloseTo(logistic(logitOf(0.9) / 2), 12);
    expect(servedProbability(0.3, 0.3, drifting)).toBeCloseTo(0.3, 12);
  });

  test('rises with what was trained, and stays a probability', () => {
    const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const slope = fc.double({ min: 0, max: 3, noNaN: true });
    const offset = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        p,
        p,
        p,
        slope,
        offset,
        fc.boolean(),
        fc.nat(300),
        (one, other, base, k, m, isDrifting, outcomes) => {
          const served = { slope: k, offset: m, isDrifting, outcomes };
          const [low, high] = [Math.min(one, other), Math.max(one, other)];
          expect(servedProbability(low, base, served)).toBeLessThanOrEqual(
            servedProbability(high, base, served) + 1e-12,
          );
          expect(servedProbability(high, base, served)).toBeLessThan(1);
          expect(servedProbability(low, base, served)).toBeGreaterThan(0);
        },
      ),
    );
  });
});
