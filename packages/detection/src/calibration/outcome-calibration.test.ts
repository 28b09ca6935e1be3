/** Forecasts of outcomes learn from what came of them, from session to session, and never within one. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
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
